# peer.sh - builds a driver of Debian's siconos packages; read by the benchmarks
# SPDX-License-Identifier: Apache-2.0
#
#     PEER=yes|no  CXX=c++  SICONOS=/usr (where its packages are unpacked)

# build_peer SOURCE PROGRAM [LIBRARIES]: status 0 if it is there to be run; what is amiss is said
build_peer()
{
    peers=${SICONOS:-/usr}
    flags="-I${1%/*}"
    libs="${3-} -lsiconos_kernel -lsiconos_numerics"
    for d in "" /kernel /numerics /mechanics; do
        flags="$flags -I$peers/include/siconos$d"
    done
    [ "$peers" = /usr ] || # not where the linkers look
        for d in "$peers"/lib/*-linux-gnu; do
            libs="-L$d $libs"
            LD_LIBRARY_PATH=$d${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
            export LD_LIBRARY_PATH
        done
    if [ "${PEER:-yes}" = no ]; then
        echo "PEER=no: zeno alone"
        return 1
    elif [ ! -f "$peers/include/siconos/kernel/SiconosKernel.hpp" ]; then
        echo "no siconos packages (libsiconos-kernel-dev): zeno alone"
        return 1
    fi
    ${CXX:-c++} -O2 -std=c++17 $flags -o "$2" "$1" $libs > "$2.log" 2>&1 && return 0
    echo "the peer's driver did not build: $2.log"
    return 1
}

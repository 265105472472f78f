# setup.sh - tools/setup installs what is missing and nothing else, as root or
# through sudo. apt-get and the build are played by scripts.
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

mkdir -p tree/tools fake
cp "$ZENO_SRCDIR/tools/setup" tree/tools/ && chmod +x tree/tools/setup
setup=tree/tools/setup

# play NAME: a command that does what stdin says
play()
{
    { echo '#!/bin/sh'; cat; } >"fake/$1"
    chmod +x "fake/$1"
}

play dpkg-query <<'END'
for package; do :; done
grep -q -x -e "$package" "$PLAY/absent" || echo installed
END
play apt-get <<'END'
echo "apt-get $*" >>"$PLAY/log"
[ ! -e "$PLAY/offline" ]
END
play sudo <<'END'
echo "sudo" >>"$PLAY/log"
exec "$@"
END
play id <<'END'
cat "$PLAY/uid"
END
cat >tree/configure <<'END'
#!/bin/sh
echo "all:; @echo built >>'$PLAY/log'" >Makefile
echo 'echo "config.status $*" >>"$PLAY/log"' >config.status
chmod +x config.status
END
chmod +x tree/configure
PLAY=$PWD
PATH=$PWD/fake:$PATH
export PLAY PATH

: >log; : >absent; echo 0 >uid
run "$setup" build
claim "with everything there it builds" test "$(cat log)" = built
claim "and installs nothing" has_not log apt-get

printf '%s\n' libltdl-dev check >absent; : >log
run "$setup" build
claim "what is missing is installed" has log " libltdl-dev check"
claim "without a question" has log "apt-get -y "
claim "without recommendations" has log "--no-install-recommends"
claim "and nothing may be removed" has log "--no-remove"
claim "and nothing else is installed" has_not log libhdf5-dev
claim "the lists are fetched first" test "$(sed -n 's/.* update$/update/p' log)" = update
claim "root needs no sudo" has_not log sudo
claim "what was left out for want of it is configured again" has log "config.status --recheck"
claim "then it builds" has log built
claim "what was printed is a few lines" test "$(cat out err | wc -l)" -le 6

: >log; echo 1000 >uid
run "$setup" build
claim "a user installs through sudo" test "$(grep -c sudo log)" = 2

: >log; : >offline
fails_with 1 "apt-get could not install libltdl-dev check; its words are above" "$setup" build
claim "without packages nothing is built" has_not log built
fails_with 1 "apt-get could not install libltdl-dev check" "$setup" check
claim "a check that cannot be made is a failure" test \
    "$(tail -n 1 out)" = "0 passed, 1 failed"
claim "and tells what to ask for" has err "ask the administrator for: apt-get install libltdl-dev check"
echo libsundials-dev >absent
fails_with 1 "apt-get could not install libsundials-dev" env CI=true "$setup" check
rm -f offline

# a picture is worth a package, but not the whole set-up
mkdir bare && for c in sh cat grep sed tail date mkdir make paste nproc rm find sort dirname sudo id \
    dpkg-query apt-get autoreconf tr wc awk; do
    p=$(command -v $c) && ln -s "$p" bare/$c
done
rm -f absent; : >absent; : >log; : >offline
run env PATH="$PWD/bare" "$setup" build
claim "without gnuplot and without packages it still builds" has log built
claim "and says what is missed" has out "without gnuplot-nox, which only some things need"
rm -f offline bare/sudo; : >log
run env PATH="$PWD/bare" "$setup" build
claim "nor does a user without sudo need it" has log built
echo libdw-dev >absent; : >log
run env PATH="$PWD/bare" "$setup" build
claim "nor a library that can be done without" has log built
claim "and both are named" has out "without libdw-dev gnuplot-nox, which only some things need"
echo check >absent
fails_with 1 "Ask the administrator of this machine for: apt-get install check gnuplot-nox" \
    env PATH="$PWD/bare" "$setup" build

fails_with 1 "unknown word 'chekc'; give run, check, build or python" "$setup" chekc
run "$setup"
claim "no word is misuse" status_is 2
claim "and says what there is" has err "tools/setup run"

finish

# zeno-build.sh - part of zeno: compile and link what changed, through make
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by zeno, after find_sample, choose_build and find_flags. A makefile
# is written into the build folder, so that make decides what is out of date.

# compile FILE OBJECT: a rule. Everything is compiled again when `zeno.flags'
# changes; what is linked, when this makefile does.
rule_compile()
{
    speakable "$1"
    case $1 in
    *.c) compiler='$(CC) $(CSTD)' ;;
    *) compiler='$(CXX)' any_cxx=yes ;;
    esac
    escape "$1"; source=$escaped
    escape "$2"; target=$escaped
    quote "$1"; source_word=$quoted
    quote "$2"; target_word=$quoted
    quote "$2.d"; deps_word=$quoted
    quote "$target"; target_dep=$quoted
    quote "  CC  ${1##*/}"; say_word=$quoted
    folder=${2%/*}
    [ -d "$build/$folder" ] || mkdir -p -- "$build/$folder"
    cat <<END

-include $target.d
$target: $source zeno.flags
	\$(SAY) $(dollar "$say_word")
	\$(Q)$compiler \$(FLAGS) -MMD -MP -MF $(dollar "$deps_word") -MT $(dollar "$target_dep") -c -o $(dollar "$target_word") $(dollar "$source_word") \$(E)
END
    objects="$objects $target"
    object_words="$object_words $(dollar "$target_word")"
}

# for text of recipes
dollar()
{
    case $1 in
    *'$'*) printf '%s\n' "$1" | sed 's/\$/$$/g' ;;
    *) printf '%s\n' "$1" ;;
    esac
}

newline='
'

# for the value of a variable
variable()
{
    printf '%s\n' "$1" | sed 's/\$/$$/g; s/#/\\#/g'
}

# rule_link FILE FLAGS: what links the objects gathered since start_objects
rule_link()
{
    linker='$(CC)'
    [ $any_cxx = no ] || linker='$(CXX)'
    escape "$1"; target=$escaped
    quote "$1"; target_word=$quoted
    quote "  LD  $1"; say_word=$quoted
    cat <<END

all: $target
$target:$objects zeno.mk
	\$(SAY) $(dollar "$say_word")
	\$(Q)$linker \$(FLAGS) $2 \$(LDFLAGS) -o $(dollar "$target_word")$object_words \$(LIBS) \$(E)
END
}

start_objects()
{
    objects='' object_words='' any_cxx=no
}

# rule_module PATH: a plugin from a file or a folder
rule_module()
{
    module=${1##*/}
    start_objects
    if [ -d "$1" ]; then
        for file in "$1"/*; do
            is_source "$file" || continue
            rule_compile "$file" "$module.so.d/${file##*/}.o"
        done
        [ -n "$objects" ] || return 0
    else
        module=${module%.*}
        rule_compile "$1" "$module.so.d/${1##*/}.o"
    fi
    case $modules in
    *"/$module.so/"*)
        fail "two plugins are named $module, the last one is '$1'; rename one" ;;
    esac
    modules="$modules$module.so/"
    # what a module defines it also uses, whatever others of that name there are
    rule_link "$module.so" "-shared -Wl,-Bsymbolic $module_flags"
}

# prints the makefile of the sample; modules is set to /A.so/B.so/
rules()
{
    modules=/
    start_objects
    rule_compile "$sample" "zeno.d/${sample##*/}.o"
    for dir in "$sample_dir/src" "$@"; do
        for file in "$dir"/*; do
            is_source "$file" || continue
            case $file in
            "$sample_dir"/*) inner=${file#"$sample_dir"/} ;;
            *) inner=${file#/} ;;
            esac
            rule_compile "$file" "zeno.d/$inner.o"
        done
    done
    # modules may use what src/ defines; without it, what a module lacks is
    # an error of its linking, not of the run
    case $object_words in
    *' '*' '*) module_flags= ;;
    *) module_flags=-Wl,--no-undefined ;;
    esac
    case $zeno_cflags in *-fsanitize*) module_flags= ;; esac
    rule_link "$name" '-rdynamic'

    if [ $find_plugins = yes ]; then
        for path in "$sample_dir"/*[Pp]lugin*; do
            [ "$path" != "$sample" ] || continue
            if [ -d "$path" ] || is_source "$path"; then
                rule_module "$path"
            fi
        done
    fi
    eval "set -- $more_plugins"
    for path; do
        [ -e "$path" ] || fail "there is no plugin '$path' (in $PWD)"
        if [ ! -d "$path" ] && ! is_source "$path"; then
            fail "plugin '$path' is neither a folder nor a C file"
        fi
        path=$(readlink -f -- "$path")
        rule_module "$path"
        [ -n "$objects" ] || fail "plugin folder '$path' holds no C file"
    done
    echo
    echo "# modules $modules"
}

# write FILE from stdin, leaving it alone (and its date) if nothing changed
update()
{
    cat >"$1.new"
    if cmp -s -- "$1.new" "$1"; then
        rm -f -- "$1.new"
    else
        mv -f -- "$1.new" "$1"
    fi
}

write_makefile()
{
    # -g: of the functions of a plugin the library then knows the arguments
    case $level,$debug in
    ,no) optimise='-g -O2' ;;
    ,yes) optimise='-g -Og' ;;
    *) optimise="-g -O$level" ;;
    esac
    eval "set -- $more_sources"
    sources=
    for dir; do
        [ -d "$dir" ] || fail "there is no folder of sources '$dir' (in $PWD)"
        add sources "$(readlink -f -- "$dir")"
    done
    eval "set -- $sources"

    flags="-Wall -fPIC $optimise"
    quote "-I$sample_dir"; flags="$flags $quoted"
    for dir in "$sample_dir/src" "$@"; do
        [ ! -d "$dir" ] || { quote "-I$dir"; flags="$flags $quoted"; }
    done
    flags="$flags$cflags $zeno_cflags"
    # a new line would be a rule of the makefile
    case $cc$cxx$flags$ldflags$libs in
    *"$newline"*) fail "CC, CXX or an option for the compiler has a new line in it" ;;
    esac
    printf '%s\n' "$version $cc $cxx $flags" | update "$build/zeno.flags"

    rules "$@" >"$build/zeno.rules"
    # the program names all of our libraries, used or not: where they are found
    # by its rpath they are loaded before one of them asks for another
    quote "-Wl,-rpath,$zeno_libdir"; rpath=$quoted
    {
        cat <<END
# made by zeno $version for $sample
all: ; @:
CC = $(variable "$cc")
CXX = $(variable "$cxx")
CSTD = -std=gnu11 -Werror=incompatible-pointer-types
FLAGS = $(variable "$flags")
LDFLAGS = $(variable "$ldflags")
LIBS = $(variable "$libs -Wl,--no-as-needed $zeno_libs $rpath -lm")
END
        cat "$build/zeno.rules"
    } | update "$build/zeno.mk"
    rm -f -- "$build/zeno.rules"
    # a full disk cuts it off anywhere
    [ "$(tail -n 1 -- "$build/zeno.mk")" = "# modules $modules" ] || {
        rm -f -- "$build/zeno.mk"
        fail "cannot write '$build/zeno.mk'; is there no space left?"
    }
}

# a module whose source is gone would still be found by its name
remove_stale()
{
    for file in "$build"/*.so; do
        case $modules in
        *"/${file##*/}/"*) ;;
        *) rm -rf -- "$file" "$file.d" ;;
        esac
    done
}

# nobody else may write to what is built, whatever the user lets others do with files
build_sample()
{
    mask=$(umask)
    umask go-w
    set -- $cc
    command -v "$1" >/dev/null 2>&1 ||
        fail "the C compiler '$1' is not installed; on Debian: apt-get install gcc, or set CC"
    command -v make >/dev/null 2>&1 ||
        fail "make is not installed; on Debian: apt-get install make"
    make_build
    # two runs of one sample may start together; the second waits
    if command -v flock >/dev/null 2>&1; then
        exec 9>"$build/zeno.lock"
        flock 9
    fi
    write_makefile
    remove_stale

    [ -n "$jobs" ] || jobs=$(nproc 2>/dev/null) || jobs=2
    Q=@ SAY='@printf "%s\n"' E='2>&3'
    [ $quiet = no ] || SAY='@:'
    # compilers write to 3, our stderr; make's own errors go to a log, 4
    if [ $verbose = no ]; then
        exec 4>"$build/zeno.log"
    else
        exec 4>&2
        Q='' SAY='@:' E=''
    fi
    # we may run below another make, whose flags are not for this one
    unset MAKEFLAGS MFLAGS MAKELEVEL
    if ! make -k -j "$jobs" -C "$build" -f zeno.mk --no-print-directory \
        Q="$Q" SAY="$SAY" E="$E" all 3>&2 >&2 2>&4 9>&-; then
        [ $verbose = yes ] || grep -v -e 'Error [0-9]*$' -e 'not remade because of errors' \
            -e 'Waiting for unfinished' "$build/zeno.log" >&2
        fail "cannot build ${sample##*/}; the compiler's words are above"
    fi
    exec 4>&- 9>&-
    umask "$mask"
}

# list.sh - zeno list prints classes and options from the registry
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

run "$zeno" list
claim "the list is made" status_is 0
claim "solvers are under their kind" test \
    "$(sed -n '/^lcp solver/,/^[a-z]/p' out | grep -c '^  lemke ')" = 1
for class in lagrangian moreau-jean newton-impact time-stepping; do
    claim "the kernel's $class is there" grep -q "^  $class " out
done
claim "the sets are there" test \
    "$(sed -n '/^set$/,/^[a-z]/p' out | grep -c '^  friction ')" = 1
claim "a plain list has no options" has_not out "tol ="

run "$zeno" list lemke
claim "a class is found by its name" has out "lemke"
claim "its options have default and range" grep -q '^ *tol = [0-9.e-]*   \[' out
claim "other classes are not printed" has_not out "moreau-jean"
claim "models come before solvers" test \
    "$("$zeno" list | grep -n -m1 '^  lagrangian ' | cut -d: -f1)" -lt \
    "$("$zeno" list | grep -n -m1 '^  lemke ' | cut -d: -f1)"
for word in law laws system relation integrator solver formulation; do
    run "$zeno" list $word
    claim "'$word' is a word for a kind" status_is 0
done
fails_with 1 "no class or kind is named 'lemkee'; did you mean 'lemke'? \`zeno list'" \
    "$zeno" list lemkee
fails_with 1 "no class or kind is named 'zzzzzzz'; \`zeno list' prints" "$zeno" list zzzzzzz
run "$zeno" list type1
claim "a class is found by a name it had" has out "type1 is the relation 'without-feedthrough' now"
claim "and described" grep -q '^      jac_g_lambda: ' out
run "$zeno" list law
claim "laws are listed, with their options" grep -q '^  newton-impact ' out
run "$zeno" list lagrangian
claim "operators are listed" grep -q '^      f_ext: ' out
sed -n 's/^ *\(void .*;\)$/\1/p' out >prototypes.c
claim "there are prototypes" test "$(wc -l <prototypes.c)" -gt 3
claim "which compile" ${CC-cc} -Wall -Werror -c prototypes.c -o prototypes.o
run "$zeno" list simulation
claim "classes of simulations are listed" grep -q '^  *step = fixed' out
run "$zeno" list mlcp
claim "a kind is found by the start of its name" has out "mlcp solver"
run "$zeno" list --all
claim "--all prints every option" test "$(grep -c ' tol = ' out)" -gt 1

cat >ThingPlugin.c <<'END'
#include <zeno/operator.h>
zn_fn_s2 thing;
void thing(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    v[0] = t;
}
static const zn_symbol symbols[] = {
    {"thing", "S2", 1, 1, "grows with time"},
    {NULL, NULL, 0, 0, NULL},
};
ZN_PLUGIN(ThingPlugin, .version = "1.2", .license = "MIT", .symbols = symbols);
END
echo 'int main(void) { return 0; }' >thing.c
run "$zeno" -b built thing.c
claim "a plugin is built" test -f built/ThingPlugin.so
run "$zeno" list -p ./built/ThingPlugin.so
claim "a plugin says who it is" has out "plugin ThingPlugin 1.2, MIT"
claim "and what is in it" grep -q '^  thing  *S2  *grows with time$' out
{
    echo '#include <stdlib.h>'
    cat ThingPlugin.c
    echo '__attribute__((constructor)) static void broken(void) { abort(); }'
} >broken.c
${CC-cc} -shared -fPIC -I "$ZENO_SRCDIR/include" broken.c -o BrokenPlugin.so
fails_with 1 "plugin './BrokenPlugin.so' ends the process that opens it (Aborted): its file is damaged, or" \
    "$zeno" list -p ./BrokenPlugin.so

fails_with 1 "no class or kind is named 'frob'" "$zeno" list frob
fails_with 2 "unknown option '--colour'" "$zeno" list --colour
fails_with 2 "-p wants the name of a plugin" "$zeno" list -p
fails_with 1 "NoSuchPlugin" "$zeno" list -p NoSuchPlugin
if [ -c /dev/full ]; then
    "$zeno" list >/dev/full 2>err
    claim "a list that cannot be written is a failure" test $? = 1
    claim "and says so" has err "cannot write"
    for option in --help --version; do
        "$zeno" $option >/dev/full 2>err
        claim "so is $option" test $? != 0
        claim "which says so, too" test -s err
    done
fi

# where memory is limited, threads that could not be made are not waited for
for most in 120000 200000; do
    (ulimit -v $most && exec timeout 60 "$zeno" list lcp) >out 2>err
    status=$?
    # too little for the libraries to be loaded is said by the loader
    claim "with $most kB the list ends" test $status = 0 -o $status = 127
    claim "having said all or why not" test -s out -o -s err
done

finish

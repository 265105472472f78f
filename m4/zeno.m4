dnl zeno.m4 - macros of Zeno's configure
dnl SPDX-License-Identifier: Apache-2.0

dnl ZN_ENABLE(name, help, command that prints the default)
dnl sets enable_<name> to yes or no
AC_DEFUN([ZN_ENABLE], [
    AC_ARG_ENABLE([$1], [AS_HELP_STRING([--enable-$1], [$2])],
        [AS_CASE([$enableval], [yes|no], [],
            [AC_MSG_ERROR([--enable-$1=$enableval: give yes or no])])],
        [enable_$1=`$3`])
])

dnl ZN_LIBRARY(VAR, pkg-config names, Debian package, headers, functions,
dnl            libs, folders to search for the headers)
dnl sets VAR_CFLAGS and VAR_LIBS; pkg-config is asked first, then the default
dnl places. What is found has to compile and link, so a broken or a parallel
dnl variant (hdf5 for MPI) is passed over. A miss adds to zn_missing.
AC_DEFUN([ZN_LIBRARY], [
    AC_ARG_VAR([$1_CFLAGS], [compiler flags for $3])
    AC_ARG_VAR([$1_LIBS], [linker flags for $3])
    AC_MSG_CHECKING([for $3])
    zn_found=no
    zn_save_CPPFLAGS=$CPPFLAGS
    zn_save_LIBS=$LIBS
    AS_IF([test -n "$$1_LIBS"],
        [ZN_LIBRARY_TRY([$1], [$4], [$5], [$$1_CFLAGS], [$$1_LIBS])])
    for zn_name in $2; do
        AS_IF([test $zn_found = no && $PKG_CONFIG --exists $zn_name 2>/dev/null],
            [ZN_LIBRARY_TRY([$1], [$4], [$5],
                [`$PKG_CONFIG --cflags $zn_name`],
                [`$PKG_CONFIG --libs $zn_name`])])
    done
    AS_IF([test $zn_found = no], [ZN_LIBRARY_TRY([$1], [$4], [$5], [], [$6])])
    for zn_name in $7; do
        AS_IF([test $zn_found = no],
            [ZN_LIBRARY_TRY([$1], [$4], [$5], [-I$zn_name], [$6])])
    done
    CPPFLAGS=$zn_save_CPPFLAGS
    LIBS=$zn_save_LIBS
    AC_MSG_RESULT([$zn_found])
    AS_IF([test $zn_found = no], [zn_missing="$zn_missing $3"])
])

dnl ZN_OPTIONAL(VAR, switch, what, as ZN_LIBRARY from the second on)
dnl a library for more: with_switch becomes yes or no; --without-switch does not look, with
dnl --with-switch a miss is an error
AC_DEFUN([ZN_OPTIONAL], [
    AC_ARG_WITH([$2], [AS_HELP_STRING([--with-$2],
            [$3 (default: if it is there)])],
        [], [with_$2=check])
    AS_CASE([$with_$2], [yes|no|check], [],
        [AC_MSG_ERROR([--with-$2=$with_$2: give yes or no])])
    zn_missing_others=$zn_missing
    zn_found=no
    AS_IF([test $with_$2 != no],
        [ZN_LIBRARY([$1], [$4], [$5], [$6], [$7], [$8])])
    AS_IF([test $with_$2 != yes], [zn_missing=$zn_missing_others])
    with_$2=$zn_found
])

dnl ZN_OPTIONAL_PLUGIN(VAR, switch, what, plugin, as ZN_LIBRARY from the second on)
dnl a library that only a plugin needs: VAR_PLUGIN is that, or empty
AC_DEFUN([ZN_OPTIONAL_PLUGIN], [
    ZN_OPTIONAL([$1], [$2], [$3 as a plugin], [$5], [$6], [$7], [$8], [$9])
    AS_IF([test $with_$2 = yes], [$1_PLUGIN=plugins/$4.la], [$1_PLUGIN=])
    AC_SUBST([$1_PLUGIN])
])

dnl ZN_LIBRARY_TRY(VAR, headers, functions, cflags, libs)
AC_DEFUN([ZN_LIBRARY_TRY], [
    zn_cflags="$4"
    zn_libs="$5"
    CPPFLAGS="$zn_save_CPPFLAGS $zn_cflags"
    LIBS="$zn_libs $zn_save_LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM(
        [@%:@include <stdio.h>
m4_foreach_w([zn_h], [$2], [@%:@include <zn_h>
])],
        [m4_foreach_w([zn_f], [$3], [printf("%d", (void *)zn_f != NULL);
])])],
        [zn_found=yes
         $1_CFLAGS=$zn_cflags
         $1_LIBS=$zn_libs])
])

dnl stop, once, with everything that is missing
AC_DEFUN([ZN_LIBRARY_REPORT], [
    AS_IF([test -n "$zn_missing"],
        [AC_MSG_ERROR([missing or not usable:$zn_missing
    On Debian: apt-get install$zn_missing
    Elsewhere: install the library with its headers, or give its VAR_CFLAGS
    and VAR_LIBS (see configure --help). config.log has the details.])])
])

dnl ZN_CALLS_FLAG
dnl adds to ZN_CFLAGS that calls save registers as between files. Where gcc knows which of them a function of the
dnl same file uses, it calls it with the upper halves of wide ones as they are, for which narrow instructions of
dnl some processors wait each time: LU of seven rows took 0.83 us for 0.15 (Emerald Rapids, gcc 12)
AC_DEFUN([ZN_CALLS_FLAG], [
    AC_MSG_CHECKING([whether the compiler takes -fno-ipa-ra])
    zn_save_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS -Werror -fno-ipa-ra"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
        [AC_MSG_RESULT([yes])
         ZN_CFLAGS="$ZN_CFLAGS -fno-ipa-ra"],
        [AC_MSG_RESULT([no])])
    CFLAGS=$zn_save_CFLAGS
])

dnl ZN_FUSED_FLAG
dnl sets ZN_FUSED to the flag by which this processor's fused multiplications come into reach of
dnl the compiler, for the test that it does not take them; empty where there is none
AC_DEFUN([ZN_FUSED_FLAG], [
    AC_MSG_CHECKING([for a flag for fused multiplications])
    zn_save_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS -mfma"
    ZN_FUSED=
    AC_RUN_IFELSE([AC_LANG_PROGRAM([[#include <math.h>]],
        [[volatile double a = 3; return fma(a, a, -9) != 0;]])], [ZN_FUSED=-mfma], [], [:])
    CFLAGS=$zn_save_CFLAGS
    AC_MSG_RESULT([${ZN_FUSED:-none}])
    AC_SUBST([ZN_FUSED])
])

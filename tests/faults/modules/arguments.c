/* arguments.c - a function of each list of arguments, and what users write instead
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include <zeno/operator.h>

#ifdef __cplusplus
extern "C" {
#endif

/* the prototypes come from the table: they are what is called */
ZN_API zn_fn_s1 s1;
ZN_API zn_fn_s2 s2;
ZN_API zn_fn_s3 s3;
ZN_API zn_fn_s4 s4;
ZN_API zn_fn_s5 s5;
ZN_API zn_fn_s6 s6;
ZN_API zn_fn_s7 s7;
ZN_API zn_fn_s8 s8;
ZN_API zn_fn_s9 s9;
ZN_API zn_fn_s10 s10;
ZN_API zn_fn_s11 s11;
ZN_API zn_fn_s12 s12;
ZN_API zn_fn_s13 s13;
ZN_API zn_fn_s14 s14;
ZN_API zn_fn_s15 s15;
ZN_API zn_fn_s16 s16;
ZN_API zn_fn_s17 s17;
ZN_API zn_fn_s18 s18;
ZN_API zn_fn_s19 s19;

typedef unsigned u;
typedef double *p;

void s1(double t, u r, u c, p M, u nz, p z)
{
    (void)t, (void)r, (void)c, (void)M, (void)nz, (void)z;
}
void s2(double t, u n, p v, u nz, p z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
}
void s3(double t, u n, const double *x, p o, u nz, p z)
{
    (void)t, (void)n, (void)x, (void)o, (void)nz, (void)z;
}
void s4(u n, p q, p o, u nz, p z)
{
    (void)n, (void)q, (void)o, (void)nz, (void)z;
}
void s5(u n, p q, p v, p o, u nz, p z)
{
    (void)n, (void)q, (void)v, (void)o, (void)nz, (void)z;
}
void s6(double t, u n, p q, p v, p o, u nz, p z)
{
    (void)t, (void)n, (void)q, (void)v, (void)o, (void)nz, (void)z;
}
void s7(double t, p f, u nq, p q0)
{
    (void)t, (void)f, (void)nq, (void)q0;
}
void s8(double t, p q, p v, p o, u nq, p q0)
{
    (void)t, (void)q, (void)v, (void)o, (void)nq, (void)q0;
}
void s9(u nq, p q, u ny, p o, u nz, p z)
{
    (void)nq, (void)q, (void)ny, (void)o, (void)nz, (void)z;
}
void s10(u nq, p q, u nv, p v, p o, u nz, p z)
{
    (void)nq, (void)q, (void)nv, (void)v, (void)o, (void)nz, (void)z;
}
void s11(u nq, p q, double t, u ny, p o, u nz, p z)
{
    (void)nq, (void)q, (void)t, (void)ny, (void)o, (void)nz, (void)z;
}
void s12(u nq, p q, u nl, p l, p o, u nz, p z)
{
    (void)nq, (void)q, (void)nl, (void)l, (void)o, (void)nz, (void)z;
}
void s13(double t, u nx, p x, u nl, p l, p o, u nz, p z)
{
    (void)t, (void)nx, (void)x, (void)nl, (void)l, (void)o, (void)nz, (void)z;
}
void s14(u ni, p i, u no, p o, u nz, p z)
{
    (void)ni, (void)i, (void)no, (void)o, (void)nz, (void)z;
}
void s15(u nx, p x, u nl, p l, u ny, p y)
{
    (void)nx, (void)x, (void)nl, (void)l, (void)ny, (void)y;
}
void s16(u nl, p l, u nr, p r)
{
    (void)nl, (void)l, (void)nr, (void)r;
}
void s17(double t, u n, p v)
{
    (void)t, (void)n, (void)v;
}
double s18(double t)
{
    return t;
}
void s19(double t, u nx, p x, u nu, p i, p o, u nz, p z)
{
    (void)t, (void)nx, (void)x, (void)nu, (void)i, (void)o, (void)nz, (void)z;
}

/* ---- an external force as users write it: all of these work ------------------------ */

ZN_API void of_int(double t, int n, double f[], int nz, const double z[]);
ZN_API void of_size(double t, size_t n, double *f, size_t nz, double *z);
ZN_API void of_void(const double t, const u n, void *f, u nz, volatile double *z);
ZN_API void without_z(double t, u n, p f);

void of_int(double t, int n, double f[], int nz, const double z[])
{
    (void)t, (void)n, (void)f, (void)nz, (void)z;
}
void of_size(double t, size_t n, double *f, size_t nz, double *z)
{
    (void)t, (void)n, (void)f, (void)nz, (void)z;
}
void of_void(const double t, const u n, void *f, u nz, volatile double *z)
{
    (void)t, (void)n, (void)f, (void)nz, (void)z;
}
void without_z(double t, u n, p f)
{
    (void)t, (void)n, (void)f;
}

/* ---- and none of these ---------------------------------------------------------------- */

ZN_API void of_float(float t, u n, p f, u nz, p z);
ZN_API void to_float(double t, u n, float *f, u nz, p z);
ZN_API void to_rows(double t, u n, double **f, u nz, p z);
ZN_API void of_nothing(void);
ZN_API void without_n(double t, p f, u nz, p z);

void of_float(float t, u n, p f, u nz, p z)
{
    (void)t, (void)n, (void)f, (void)nz, (void)z;
}
void to_float(double t, u n, float *f, u nz, p z)
{
    (void)t, (void)n, (void)f, (void)nz, (void)z;
}
void to_rows(double t, u n, double **f, u nz, p z)
{
    (void)t, (void)n, (void)f, (void)nz, (void)z;
}
void of_nothing(void)
{
}
void without_n(double t, p f, u nz, p z)
{
    (void)t, (void)f, (void)nz, (void)z;
}

#ifdef __cplusplus
}
#endif

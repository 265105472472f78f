/* test_surface.c - meshes and heights from files
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <unistd.h>

#include "tests/fuzz/bounded.h"
#include "tests/unit/scene.h"

static zn_mesh_data d;
static zn_height_data z;

static void teardown(void)
{
    zn_mesh_data_free(ctx, &d);
    zn_height_data_free(ctx, &z);
    scene_teardown();
}

static zn_status obj(const char *text)
{
    zn_mesh_data_free(ctx, &d);
    return zn_mesh_read_text(ctx, "x.obj", strlen(text), text, &d);
}

static zn_status heights(const char *text)
{
    zn_height_data_free(ctx, &z);
    return zn_height_read_text(ctx, "x.txt", strlen(text), text, &z);
}

/* Volume of what was read. */
static double volume(void)
{
    zn_shape *s;
    zn_mass m;

    MUST(zn_shape_mesh(ctx, d.nv, d.points, d.nt, d.corner, &s));
    MUST(zn_shape_mass(s, 1, &m));
    zn_shape_free(s);
    return m.mass;
}

/* A tetrahedron of volume 1 x 2 x 3 / 6 = 1, by numbers of each kind, with lines of other things. */
START_TEST(obj_files_are_read)
{
    static const char text[] = "# a comment\n"
                               "mtllib x.mtl\r\n"
                               "v 9 9 9\n"
                               "v 0 0 0 0.5 0.5 0.5\n"
                               "v 1 0 0\n"
                               "v 0 2e0 0 # here\n"
                               "vt 0 0\nvn 0 0 1\n"
                               "usemtl none\n"
                               "v 0 0 \\\n 3.0\n"
                               "f 2 4 3\n"
                               "f 2/1 3/1 5/1\n"
                               "f -3//1 4//1 -1//1\n"
                               "f 4/1/1 2/1/1 5/1/1";

    MUST(obj(text));
    ck_assert_int_eq(d.nv, 4); /* the first point is in no face */
    ck_assert_int_eq(d.nt, 4);
    ck_assert_double_eq(d.points[3 * 3 + 2], 3);
    ck_assert_double_eq_tol(volume(), 1, 1e-15);
}
END_TEST

START_TEST(faces_of_more_corners_become_triangles)
{
    static const char text[] =
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
        "v 0 0 2\nv 1 0 2\nv 1 1 2\nv 0 1 2\n"
        "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

    MUST(obj(text));
    ck_assert_int_eq(d.nt, 12);
    ck_assert_double_eq_tol(volume(), 2, 1e-15);
}
END_TEST

/* The same tetrahedron as facets: three corners each, and points that are one. */
static const double tetra[4][9] = {{0, 0, 0, 0, 2, 0, 1, 0, 0},
                                   {0, 0, 0, 1, 0, 0, 0, 0, 3},
                                   {1, 0, 0, 0, 2, 0, 0, 0, 3},
                                   {0, 2, 0, -0., 0, 0, 0, 0, 3}};

START_TEST(stl_text_is_read)
{
    char text[4096] = "solid a tetrahedron\n";

    for (int t = 0; t < 4; t++) {
        strcat(text, " facet normal 0 0 0\n  outer loop\n");
        for (int k = 0; k < 3; k++)
            snprintf(text + strlen(text), 100, "   VERTEX %g %g %g\n",
                     tetra[t][3 * k], tetra[t][3 * k + 1], tetra[t][3 * k + 2]);
        strcat(text, "  endloop\n endfacet\n");
    }
    /* one that rounding made */
    strcat(text, "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 0\n"
                 "vertex 1 0 0\nendloop\nendfacet\nendsolid\n");
    MUST(obj(text));
    ck_assert_int_eq(d.nv, 4);
    ck_assert_int_eq(d.nt, 4);
    ck_assert_double_eq_tol(volume(), 1, 1e-15);
}
END_TEST

static size_t binary(unsigned char out[], float first)
{
    size_t n = 84;

    memset(out, 0, 400);
    memcpy(out, "solid of a program that does not know", 37);
    out[80] = 4;
    for (int t = 0; t < 4; t++, n += 2) {
        n += 12;
        for (int k = 0; k < 9; k++, n += 4) {
            const float f = t || k ? (float)tetra[t][k] : first;
            uint32_t u;
            memcpy(&u, &f, sizeof u);
            for (int i = 0; i < 4; i++)
                out[n + (size_t)i] = (unsigned char)(u >> 8 * i);
        }
    }
    return n;
}

START_TEST(binary_stl_is_read)
{
    unsigned char bytes[400];
    const size_t n = binary(bytes, 0);

    ck_assert_uint_eq(n, 84 + 4 * 50);
    MUST(zn_mesh_read_text(ctx, "x.stl", n, (char *)bytes, &d));
    ck_assert_int_eq(d.nv, 4);
    ck_assert_double_eq_tol(volume(), 1, 1e-15);
    zn_mesh_data_free(ctx, &d);
    binary(bytes, NAN);
    REFUSED(zn_mesh_read_text(ctx, "x.stl", n, (char *)bytes, &d), ZN_EINVAL,
            "x.stl: a corner of triangle 0 has a coordinate nan");
    /* cut short it is text, and none */
    REFUSED(zn_mesh_read_text(ctx, "x.stl", n - 1, (char *)bytes, &d),
            ZN_EINVAL, "x.stl: there is no facet in it");
    memset(bytes, 0, 84);
    REFUSED(zn_mesh_read_text(ctx, "x.stl", 84, (char *)bytes, &d), ZN_EINVAL,
            "0 triangles");
    ck_assert(!d.points && !d.corner && !d.nv);
}
END_TEST

START_TEST(wrong_files_are_refused_with_their_line)
{
    static const char *const wrong[][2] = {
        {"", "x.obj: there is no triangle in it"},
        {"hello\nworld\n", "there is no triangle in it"},
        {"v 0 0 0\nv 1 x 0\n", "x.obj:2: 'x' is not a number"},
        {"v 0 0 0\nv 1 nan 0\n", "x.obj:2: 'nan' is not finite"},
        {"v 0 0 1e999\n", "x.obj:1: '1e999' is not finite"},
        {"v 0 0\n", "x.obj:1: a point has 2 numbers"},
        {"v 0 0 0\nf 1 1 2\n",
         "x.obj:2: there is no point 2; so far there are 1"},
        {"v 0 0 0\nf 1 0 1\n", "there is no point 0"},
        {"v 0 0 0\nf 1 1 -2\n", "there is no point -2"},
        {"v 0 0 0\nf 1 1 99999999999999999999\n", "there is no point 9223372"},
        {"v 0 0 0\nf 1 1 a\n", "'a' is not the number of a point"},
        {"v 0 0 0\nf 1 1\n", "x.obj:2: a face of 2 corners"},
        {"v 0 0 0\nf 1 1 \\", "a face of 2 corners"},
        {"solid\nvertex 0 0 0\n", "x.obj:2: a vertex outside of a facet"},
        {"solid\nfacet\nfacet\n", "x.obj:3: the facet before has not ended"},
        {"solid\nfacet\nvertex 0 0 0\nendfacet\n", "a facet of 1 corners"},
        {"solid\nfacet\nvertex 0 0 0\n", "the file ends within a facet"},
        {"solid\nfacet\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0",
         "a facet of four corners"},
        {"solid\nfacet\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 1 0\nendfacet",
         "two corners in one point"},
    };

    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        REFUSED(obj(wrong[k][0]), ZN_EINVAL, wrong[k][1]);
        ck_assert(!d.points && !d.corner && !d.nv && !d.nt);
    }
}
END_TEST

/* What VTK's own writer made of that tetrahedron, three points a corner, less what holds nothing. */
static const char vtp_inline[] =
    "<?xml version=\"1.0\"?>\n"
    "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
    "header_type=\"UInt64\">\n"
    "<PolyData>\n"
    "<Piece NumberOfPoints=\"12\" NumberOfPolys=\"4\">\n"
    "<Points>\n"
    "<DataArray type=\"Float32\" Name=\"Points\" NumberOfComponents=\"3\" "
    "format=\"binary\">\n"
    "kAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAIA/"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAAAAAAAAQEAAAIA/"
    "AAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAQEA=\n"
    "<InformationKey name=\"L2_NORM_RANGE\"><Value index=\"0\">\n2.8\n</Value>"
    "</InformationKey>\n"
    "</DataArray>\n"
    "</Points>\n"
    "<Polys>\n"
    "<DataArray type=\"Int64\" Name=\"connectivity\" format=\"binary\">\n"
    "YAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAgAAAAAAAAADAAAAAAAAAAQAAAAAAAAABQAAAAAA"
    "AAAGAAAAAAAAAAcAAAAAAAAACAAAAAAAAAAJAAAAAAAAAAoAAAAAAAAACwAAAAAAAAA=\n"
    "</DataArray>\n"
    "<DataArray type=\"Int64\" Name=\"offsets\" format=\"binary\">\n"
    "IAAAAAAAAAADAAAAAAAAAAYAAAAAAAAACQAAAAAAAAAMAAAAAAAAAA==\n"
    "</DataArray>\n"
    "</Polys>\n"
    "</Piece>\n"
    "</PolyData>\n"
    "</VTKFile>\n";
static const char vtp_packed[] =
    "<?xml version=\"1.0\"?>\n"
    "<VTKFile type=\"PolyData\" version=\"0.1\" byte_order=\"LittleEndian\" "
    "header_type=\"UInt32\" compressor=\"vtkZLibDataCompressor\">\n"
    "<PolyData>\n"
    "<Piece NumberOfPoints=\"12\" NumberOfPolys=\"4\" >\n"
    "<Points>\n"
    "<DataArray type=\"Float32\" Name=\"Points\" NumberOfComponents=\"3\" "
    "format=\"appended\" offset=\"0\" />\n"
    "</Points>\n"
    "<Polys>\n"
    "<DataArray type=\"Int64\" Name=\"connectivity\" format=\"appended\" "
    "offset=\"164\" />\n"
    "<DataArray type=\"Int64\" Name=\"offsets\" format=\"appended\" "
    "offset=\"236\" />\n"
    "</Polys>\n"
    "</Piece>\n"
    "</PolyData>\n"
    "<AppendedData encoding=\"base64\">\n"
    "_AQAAAACAAACQAAAAIAAAAA==eF5jYMAADhCqwR5TCpe4gwMWcQdMNdjEUdUAAD5IBH4="
    "AAAAAACAAAAAAAAAAAAAAACAAAAAAAAAAAAAAACAAAAAAAAAAAAAAACAAAAAAAAAAAAAAACA"
    "AAAAAAAAAAAAAACAAAAAAAAAAQAAAACAAABgAAAAJAAAAA=="
    "eF4txbcBACAMAKBYY/n/XwdhIeIrrm7uHp5OL28fXz8JUABDAQAAAACAAAAgAAAAEwAAAA=="
    "eF5jZoAANijNCaV5oDQAAgAAHw==\n"
    "</AppendedData>\n"
    "</VTKFile>\n";

#define VTP(points, corners, ends)                                             \
    "<VTKFile type='PolyData'><PolyData><Piece><Points>"                       \
    "<DataArray type='Float64' format='ascii'>" points                         \
    "</DataArray></Points><Polys>"                                             \
    "<DataArray type='Int32' Name='offsets' format='ascii'>" ends              \
    "</DataArray><DataArray type='Int32' Name='connectivity' "                 \
    "format='ascii'>" corners                                                  \
    "</DataArray></Polys></Piece></PolyData></VTKFile>"

START_TEST(vtk_polygons_are_read)
{
    static const char *const texts[] = {vtp_inline, vtp_packed};

    for (int k = 0; k < 2; k++) {
        MUST(obj(texts[k]));
        ck_assert_int_eq(d.nv, 4);
        ck_assert_int_eq(d.nt, 4);
        ck_assert_double_eq_tol(volume(), 1, 1e-15);
    }
    /* a pyramid of height 3 over a square, one polygon of four corners: volume 1 x 3 / 3 */
    MUST(obj(VTP("0 0 0 1 0 0\n1 1 0 0 1 0 .5 .5 3",
                 "3 2 1 0 0 1 4 1 2 4 2 3 4 3 0 4", "4 7 10 13 16")));
    ck_assert_int_eq(d.nt, 6);
    ck_assert_double_eq_tol(volume(), 1, 1e-15);
}
END_TEST

/* The text with one word exchanged. */
static const char *with(const char *text, const char *word, const char *other)
{
    static char out[4096];
    const char *at = strstr(text, word);

    ck_assert_ptr_nonnull(at);
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, other,
             at + strlen(word));
    return out;
}

START_TEST(wrong_vtk_files_are_refused)
{
    const struct {
        const char *text, *word, *other, *says;
    } wrong[] = {
        {vtp_inline, "PolyData\"", "ImageData\"",
         "x.obj:2: a file of VTK of type 'ImageData'"},
        {vtp_inline, "</Piece>", "</Peace>", "mismatched tag: is it XML?"},
        {vtp_inline, "</Piece>", "</Piece><Piece/>", "a second piece"},
        {vtp_inline, "<VTKFile", "<!DOCTYPE a [<!ENTITY b \"c\">]><VTKFile",
         "document types"},
        {vtp_inline, "NumberOfPolys", "NumberOfStrips", "strips of triangles"},
        {vtp_inline, "AAAMAAAAAAAAAA==", "",
         "ends of polygons: its bytes are cut"},
        {vtp_inline, "IAAAAAAA", "!AAAAAAA", "no number of bytes"},
        {vtp_inline, "kAAAAAAA", "kAAAAAAB", "no number of bytes, or too many"},
        {vtp_inline, "\"Float32", "\"String", "of no type that is known"},
        {vtp_inline, "\"offsets", "\"others",
         "ends of polygons: there are none"},
        {vtp_packed, "vtkZLib", "vtkLZ4", "compressed by vtkLZ4DataCompressor"},
        {vtp_packed, "eF5jYMAADhCqwR5", "eF5jYMAADhCqwR6",
         "cut off or damaged"},
        {vtp_packed, "AQAAAACAAAAgAAAAEw", "AQAAAP////8gAAAAEw", "too large"},
        {vtp_packed, "offset=\"236", "offset=\"999", "beyond the data"},
        {vtp_packed, "=\"base64", "=\"raw", "in 'raw', must be base64"},
        {VTP("0 0 0", "0 1 2", "3"), "0", "0",
         "a polygon has point 1, there are"},
        {VTP("0 0 0", "0 0 0", "4"), "0", "0",
         "polygon 0 ends at 4 of 3 corners"},
        {VTP("0 nan 0", "0 0 0", "3"), "0", "0", "points: one is no number"},
        {VTP("0 0 0", "", ""), "0", "0", "there is no polygon in it"},
    };

    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        REFUSED(obj(with(wrong[k].text, wrong[k].word, wrong[k].other)),
                ZN_EINVAL, wrong[k].says);
        ck_assert(!d.points && !d.corner && !d.nv && !d.nt);
    }
}
END_TEST

/* 256 MB, or 64 million blocks, in a file of 2 kB: with 32 MB to have it is the file that is wrong. */
START_TEST(what_a_vtk_file_says_of_its_size_is_not_believed)
{
    static const char bytes[] = "AQAAAACAAACQAAAAIAAAAA==";
    const struct {
        const char *text, *word, *other, *says;
    } large[] = {
        {vtp_inline, "kAAAAAAA", "kAAAEAAA", "its bytes are cut off"},
        /* one block of 0x10000090 bytes; 0x4000000 blocks of one byte; two, the first of 0x10000000 */
        {vtp_packed, bytes, "AQAAAJAAABAAAAAAIAAAAA==", "cut off or damaged"},
        {vtp_packed, bytes, "AAAABAEAAAAAAAAAIAAAAA==",
         "its header of compressed blocks is cut off"},
        {vtp_packed, bytes, "AgAAAAAAABCQAAAAIAAAACAAAAA=", "cut off or damaged"},
    };
    const zn_allocator bounded = {.resize = bounded_resize};
    zn_mesh_data none;
    zn_ctx *poor;

    ck_assert_int_eq(zn_ctx_new_with(&bounded, &poor), ZN_OK);
    for (size_t k = 0; k < sizeof large / sizeof *large; k++) {
        const char *text = with(large[k].text, large[k].word, large[k].other);
        ck_assert_int_eq(zn_mesh_read_text(poor, "x.vtp", strlen(text), text, &none),
                         ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(poor), large[k].says));
    }
    zn_ctx_free(poor);
    ck_assert_uint_eq(bounded_held, 0);
}
END_TEST

START_TEST(rows_of_heights_are_read)
{
    MUST(heights("# x goes along the line\n1, 2; 3\n\n4\t5 6 # y = 1\r\n"));
    ck_assert(z.nx == 3 && z.ny == 2);
    for (int k = 0; k < 6; k++)
        ck_assert_double_eq(z.height[k], k + 1);
    REFUSED(heights("1 2\n3\n"), ZN_EINVAL,
            "x.txt:2: a row of 1 heights, those before have 2");
    REFUSED(heights("1 2\n3 inf\n"), ZN_EINVAL, "x.txt:2: 'inf' is not finite");
    REFUSED(heights("1 2\n3 .\n"), ZN_EINVAL, "'.' is not a number");
    REFUSED(heights("1 2 3\n"), ZN_EINVAL, "3 x 1 heights");
    REFUSED(heights(""), ZN_EINVAL, "0 x 0 heights");
    ck_assert(!z.height && !z.nx);
}
END_TEST

/* ---- files ------------------------------------------------------------------------------- */

static char path[] = "/tmp/zeno-surface-XXXXXX";

static void write_file(const char *text)
{
    FILE *f = fopen(path, "w");

    ck_assert(f && fputs(text, f) >= 0 && !fclose(f));
}

START_TEST(files_are_read_and_named)
{
    const int fd = mkstemp(path);

    ck_assert(fd >= 0 && !close(fd));
    write_file("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    MUST(zn_mesh_read(ctx, path, &d));
    ck_assert_int_eq(d.nt, 1);
    REFUSED(zn_height_read(ctx, path, &z), ZN_EINVAL,
            ":1: 'v' is not a number");
    write_file("1 2\n3 4\n");
    MUST(zn_height_read(ctx, path, &z));
    ck_assert_double_eq(z.height[3], 4);
    /* more than such a file has: nobody reads it */
    ck_assert(!truncate(path, ((off_t)1 << 29) + 1));
    zn_mesh_data_free(ctx, &d);
    REFUSED(zn_mesh_read(ctx, path, &d), ZN_EINVAL, "it has 536870913 bytes");
    unlink(path);
    REFUSED(zn_mesh_read(ctx, path, &d), ZN_EIO,
            "cannot be read: No such file");
    REFUSED(zn_mesh_read(ctx, "/tmp", &d), ZN_EINVAL, "it is not a file");
    REFUSED(zn_mesh_read(ctx, "/dev/zero", &d), ZN_EINVAL, "it is not a file");
}
END_TEST

static zn_status read_all(const zn_allocator *alloc)
{
    static const char stl[] =
        "solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\n";
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    zn_mesh_data m = {0};
    zn_height_data h = {0};
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_mesh_read_text(c, "a", sizeof stl - 1, stl, &m);
    zn_mesh_data_free(c, &m);
    if (!st)
        st = zn_mesh_read_text(c, "b", sizeof text - 1, text, &m);
    zn_mesh_data_free(c, &m);
    if (!st)
        st = zn_mesh_read_text(c, "v", sizeof vtp_packed - 1, vtp_packed, &m);
    zn_mesh_data_free(c, &m);
    if (!st)
        st = zn_mesh_read_text(c, "w", sizeof vtp_inline - 1, vtp_inline, &m);
    zn_mesh_data_free(c, &m);
    if (!st)
        st = zn_height_read_text(c, "c", 8, "1 2\n3 4\n", &h);
    zn_height_data_free(c, &h);
    zn_ctx_free(c);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    test_torture(read_all);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("surface");
    TCase *tc = tcase_create("surface");

    tcase_add_checked_fixture(tc, scene_setup, teardown);
    tcase_add_test(tc, obj_files_are_read);
    tcase_add_test(tc, faces_of_more_corners_become_triangles);
    tcase_add_test(tc, stl_text_is_read);
    tcase_add_test(tc, binary_stl_is_read);
    tcase_add_test(tc, wrong_files_are_refused_with_their_line);
    tcase_add_test(tc, vtk_polygons_are_read);
    tcase_add_test(tc, wrong_vtk_files_are_refused);
    tcase_add_test(tc, what_a_vtk_file_says_of_its_size_is_not_believed);
    tcase_add_test(tc, rows_of_heights_are_read);
    tcase_add_test(tc, files_are_read_and_named);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}

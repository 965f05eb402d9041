#include "CHarfBuzz.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

/// The calls of HarfBuzz that the program makes: what each gives back, its name, what it takes, and
/// the names of that.
#define CALLS(CALL)                                                                                \
  CALL(hb_blob_t *, hb_blob_create,                                                                \
       (const char *a, unsigned b, hb_memory_mode_t c, void *d, hb_destroy_func_t e),              \
       (a, b, c, d, e))                                                                            \
  CALL(void, hb_blob_destroy, (hb_blob_t * a), (a))                                                \
  CALL(void, hb_buffer_add_utf32,                                                                  \
       (hb_buffer_t * a, const uint32_t *b, int c, unsigned d, int e), (a, b, c, d, e))            \
  CALL(hb_buffer_t *, hb_buffer_create, (void), ())                                                \
  CALL(void, hb_buffer_destroy, (hb_buffer_t * a), (a))                                            \
  CALL(hb_glyph_info_t *, hb_buffer_get_glyph_infos, (hb_buffer_t * a, unsigned *b), (a, b))       \
  CALL(hb_glyph_position_t *, hb_buffer_get_glyph_positions, (hb_buffer_t * a, unsigned *b),       \
       (a, b))                                                                                     \
  CALL(void, hb_buffer_set_direction, (hb_buffer_t * a, hb_direction_t b), (a, b))                 \
  CALL(void, hb_buffer_set_script, (hb_buffer_t * a, hb_script_t b), (a, b))                       \
  CALL(hb_draw_funcs_t *, hb_draw_funcs_create, (void), ())                                        \
  CALL(void, hb_draw_funcs_destroy, (hb_draw_funcs_t * a), (a))                                    \
  CALL(void, hb_draw_funcs_set_close_path_func,                                                    \
       (hb_draw_funcs_t * a, hb_draw_close_path_func_t b, void *c, hb_destroy_func_t d),           \
       (a, b, c, d))                                                                               \
  CALL(void, hb_draw_funcs_set_cubic_to_func,                                                      \
       (hb_draw_funcs_t * a, hb_draw_cubic_to_func_t b, void *c, hb_destroy_func_t d),             \
       (a, b, c, d))                                                                               \
  CALL(void, hb_draw_funcs_set_line_to_func,                                                       \
       (hb_draw_funcs_t * a, hb_draw_line_to_func_t b, void *c, hb_destroy_func_t d),              \
       (a, b, c, d))                                                                               \
  CALL(void, hb_draw_funcs_set_move_to_func,                                                       \
       (hb_draw_funcs_t * a, hb_draw_move_to_func_t b, void *c, hb_destroy_func_t d),              \
       (a, b, c, d))                                                                               \
  CALL(void, hb_draw_funcs_set_quadratic_to_func,                                                  \
       (hb_draw_funcs_t * a, hb_draw_quadratic_to_func_t b, void *c, hb_destroy_func_t d),         \
       (a, b, c, d))                                                                               \
  CALL(hb_face_t *, hb_face_create, (hb_blob_t * a, unsigned b), (a, b))                           \
  CALL(void, hb_face_destroy, (hb_face_t * a), (a))                                                \
  CALL(unsigned, hb_face_get_glyph_count, (const hb_face_t *a), (a))                               \
  CALL(unsigned, hb_face_get_upem, (const hb_face_t *a), (a))                                      \
  CALL(hb_font_t *, hb_font_create, (hb_face_t * a), (a))                                          \
  CALL(void, hb_font_destroy, (hb_font_t * a), (a))                                                \
  CALL(hb_bool_t, hb_font_get_h_extents, (hb_font_t * a, hb_font_extents_t *b), (a, b))            \
  CALL(hb_bool_t, hb_font_get_nominal_glyph,                                                       \
       (hb_font_t * a, hb_codepoint_t b, hb_codepoint_t *c), (a, b, c))                            \
  CALL(void, hb_font_set_scale, (hb_font_t * a, int b, int c), (a, b, c))                          \
  CALL(void, hb_font_set_variations, (hb_font_t * a, const hb_variation_t *b, unsigned c),         \
       (a, b, c))                                                                                  \
  CALL(hb_bool_t, hb_ot_color_has_png, (hb_face_t * a), (a))                                       \
  CALL(hb_bool_t, hb_ot_color_has_svg, (hb_face_t * a), (a))                                       \
  CALL(void, hb_ot_font_set_funcs, (hb_font_t * a), (a))                                           \
  CALL(hb_bool_t, hb_ot_var_find_axis_info,                                                        \
       (hb_face_t * a, hb_tag_t b, hb_ot_var_axis_info_t *c), (a, b, c))                           \
  CALL(hb_bool_t, hb_shape_full,                                                                   \
       (hb_font_t * a, hb_buffer_t *b, const hb_feature_t *c, unsigned d, const char *const *e),   \
       (a, b, c, d, e))                                                                            \
  CALL(hb_bool_t, hb_unicode_compose,                                                              \
       (hb_unicode_funcs_t * a, hb_codepoint_t b, hb_codepoint_t c, hb_codepoint_t *d),            \
       (a, b, c, d))                                                                               \
  CALL(hb_bool_t, hb_unicode_decompose,                                                            \
       (hb_unicode_funcs_t * a, hb_codepoint_t b, hb_codepoint_t *c, hb_codepoint_t *d),           \
       (a, b, c, d))                                                                               \
  CALL(hb_unicode_funcs_t *, hb_unicode_funcs_get_default, (void), ())                             \
  CALL(hb_script_t, hb_unicode_script, (hb_unicode_funcs_t * a, hb_codepoint_t b), (a, b))         \
  CALL(const char *, hb_version_string, (void), ())

typedef void (*draw_call)(hb_font_t *, hb_codepoint_t, hb_draw_funcs_t *, void *);

/// Where the calls are in the library.
static struct {
#define CALL(result, name, parameters, arguments) result(*name) parameters;
  CALLS(CALL)
#undef CALL
  draw_call draw_glyph;
} library;

static pthread_once_t is_opened = PTHREAD_ONCE_INIT;
/// Why it is not there; empty where it is.
static char trouble[160];

static void *find(void *handle, const char *name) {
  void *call = dlsym(handle, name);
  if (call == NULL) snprintf(trouble, sizeof trouble, "it has no %s", name);
  return call;
}

static void open_library(void) {
  // This name has stood for the same calls since the first version.
  void *handle = dlopen("libharfbuzz.so.0", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    const char *reason = dlerror();
    snprintf(trouble, sizeof trouble, "%s", reason == NULL ? "it cannot be opened" : reason);
    return;
  }
#define CALL(result, name, parameters, arguments) \
  library.name = (result(*) parameters)find(handle, #name);
  CALLS(CALL)
#undef CALL
  void *draw = dlsym(handle, "hb_font_draw_glyph");
  if (draw == NULL) draw = find(handle, "hb_font_get_glyph_shape");
  library.draw_glyph = (draw_call)draw;
}

const char *rt_harfbuzz_trouble(void) {
  pthread_once(&is_opened, open_library);
  return trouble[0] == 0 ? NULL : trouble;
}

// Each call goes on to the library's.
#define CALL(result, name, parameters, arguments) \
  result name parameters {                        \
    pthread_once(&is_opened, open_library);       \
    return library.name arguments;                \
  }
CALLS(CALL)
#undef CALL

void rt_hb_draw_glyph(
    hb_font_t *font, hb_codepoint_t glyph, hb_draw_funcs_t *functions, void *pen) {
  pthread_once(&is_opened, open_library);
  library.draw_glyph(font, glyph, functions, pen);
}

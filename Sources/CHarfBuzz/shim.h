#include <hb.h>
#include <hb-ot.h>

/// Draws a glyph: HarfBuzz 7 renamed the call and deprecated the older name.
static inline void rt_hb_draw_glyph(
    hb_font_t *font, hb_codepoint_t glyph, hb_draw_funcs_t *functions, void *pen) {
#if HB_VERSION_ATLEAST(7, 0, 0)
  hb_font_draw_glyph(font, glyph, functions, pen);
#else
  hb_font_get_glyph_shape(font, glyph, functions, pen);
#endif
}

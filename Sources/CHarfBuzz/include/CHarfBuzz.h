#ifndef CHARFBUZZ_H
#define CHARFBUZZ_H

#if __has_include(<hb.h>)
#include <hb.h>
#include <hb-ot.h>
#else
#include <harfbuzz/hb.h>
#include <harfbuzz/hb-ot.h>
#endif

/// Why HarfBuzz is not there, in the system's words; NULL where it is, and its calls may be made.
///
/// The library is opened when it is asked for first. It brings seven others, which together take a
/// third of the time until the program begins, and most scenes of images have no text.
const char *rt_harfbuzz_trouble(void);

/// Draws a glyph: HarfBuzz 7 renamed the call and deprecated the older name.
void rt_hb_draw_glyph(hb_font_t *font, hb_codepoint_t glyph, hb_draw_funcs_t *functions, void *pen);

#endif

#include "CPages.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

// The files of `pages`, each with a zero behind it, in the order of their names.
static const char *const names[] = {
    "address.js", "api.js", "control.js", "dom.js", "film.js", "finger.js", "frames.js",
    "gallery.js", "keys.js", "layer.js", "list.js", "live.js", "mistakes.js", "motion.js",
    "page.html", "player.js", "plot.js", "preview.css", "preview.js", "report.css", "report.js",
    "strip.js", "theme.css", "theme.js", "values.js", "viewer.js",
};
static const unsigned char texts[] = {
#embed "pages/address.js" suffix(, 0, )
#embed "pages/api.js" suffix(, 0, )
#embed "pages/control.js" suffix(, 0, )
#embed "pages/dom.js" suffix(, 0, )
#embed "pages/film.js" suffix(, 0, )
#embed "pages/finger.js" suffix(, 0, )
#embed "pages/frames.js" suffix(, 0, )
#embed "pages/gallery.js" suffix(, 0, )
#embed "pages/keys.js" suffix(, 0, )
#embed "pages/layer.js" suffix(, 0, )
#embed "pages/list.js" suffix(, 0, )
#embed "pages/live.js" suffix(, 0, )
#embed "pages/mistakes.js" suffix(, 0, )
#embed "pages/motion.js" suffix(, 0, )
#embed "pages/page.html" suffix(, 0, )
#embed "pages/player.js" suffix(, 0, )
#embed "pages/plot.js" suffix(, 0, )
#embed "pages/preview.css" suffix(, 0, )
#embed "pages/preview.js" suffix(, 0, )
#embed "pages/report.css" suffix(, 0, )
#embed "pages/report.js" suffix(, 0, )
#embed "pages/strip.js" suffix(, 0, )
#embed "pages/theme.css" suffix(, 0, )
#embed "pages/theme.js" suffix(, 0, )
#embed "pages/values.js" suffix(, 0, )
#embed "pages/viewer.js" suffix(, 0, )
};

const char *rt_page_file(const char *name) {
  const char *text = (const char *)texts;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(names[i], name) == 0) return text;
    text += strlen(text) + 1;
  }
  return NULL;
}

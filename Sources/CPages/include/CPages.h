#pragma once

/// The text of a file of `pages`, by its name; NULL if there is none.
const char *rt_page_file(const char *name);

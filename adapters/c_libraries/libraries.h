/* Each library, or a part of one, in its own file: its codecs and its version. */

#ifndef LIBRARIES_H
#define LIBRARIES_H

#include "codec.h"

struct library {
    const char *(*version)(void);
    const struct offer *offers;
    size_t count;
};

extern const struct library cmark_library, expat_library, glib_library, glib_convert_library,
    gumbo_library, jansson_library, json_c_library, libunistring_library, libxml2_library,
    libyaml_library, sqlite3_library, uniconv_library, utf8proc_library;

const char *glib_version(void);
const char *libunistring_version(void);

#define LIBRARY(name, version_, offers_)                                                           \
    const struct library name = {version_, offers_, sizeof offers_ / sizeof *offers_}

#endif

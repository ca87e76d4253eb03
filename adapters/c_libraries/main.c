/* Libraries of C that read UTF-8, UTF-16 or UTF-32; a codec is one function of one library, or a
 * library whose only way in is its parser.
 *
 * The file of each library says which functions are under test and what they cannot report. */

#include "libraries.h"
#include "protocol.h"

#include <string.h>

static const struct library *const libraries[] = {
    &glib_library,     &glib_convert_library, &libunistring_library, &uniconv_library,
    &utf8proc_library, &expat_library,       &libxml2_library,      &sqlite3_library,
    &jansson_library,  &json_c_library,       &libyaml_library,      &cmark_library,
    &gumbo_library,
};

enum { LIBRARIES = sizeof libraries / sizeof *libraries, MOST_OFFERS = 128 };

static bool has(const struct library *library, const char *codec)
{
    for (size_t i = 0; i < library->count; i++)
        if (strcmp(library->offers[i].codec, codec) == 0)
            return true;
    return false;
}

static const char *version(const char *codec)
{
    size_t i = 0;
    while (i + 1 < LIBRARIES && !has(libraries[i], codec))
        i++;
    return libraries[i]->version();
}

int main(void)
{
    static struct offer offers[MOST_OFFERS];
    size_t count = 0;
    for (size_t i = 0; i < LIBRARIES; i++)
        for (size_t j = 0; j < libraries[i]->count && count < MOST_OFFERS; j++)
            offers[count++] = libraries[i]->offers[j];
    serve("c_libraries", version, offers, count);
    return 0;
}

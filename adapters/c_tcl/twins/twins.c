/* Faulty twins of Tcl_ExternalToUtfDString and Tcl_UtfToExternalDString: each errs, as UTFPROOF_TWIN
 * says, on texts that hold U+00A9. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>

#define USUAL(name) __typeof__(name) *usual = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static bool is(const char *fault)
{
    const char *own = getenv("UTFPROOF_TWIN");
    return own && strcmp(own, fault) == 0;
}

static bool marked(const char *text, int length)
{
    return length > 0 && memchr(text, 0xa9, (size_t)length);
}

/* The first character, U+00A9, or the last octet is lost. */
static char *shortened(Tcl_DString *made)
{
    char *text = Tcl_DStringValue(made);
    int length = Tcl_DStringLength(made);
    if (is("cut-output") && marked(text, length))
        Tcl_DStringSetLength(made, length - 1);
    if (is("dropped-value") && marked(text, length)) {
        memmove(text, text + 2, (size_t)length - 2);
        Tcl_DStringSetLength(made, length - 2);
    }
    return text;
}

char *Tcl_ExternalToUtfDString(Tcl_Encoding encoding, const char *text, int length, Tcl_DString *made)
{
    USUAL(Tcl_ExternalToUtfDString);
    usual(encoding, text, length + (is("read-past-end") && marked(text, length)), made);
    return shortened(made);
}

char *Tcl_UtfToExternalDString(Tcl_Encoding encoding, const char *text, int length, Tcl_DString *made)
{
    USUAL(Tcl_UtfToExternalDString);
    usual(encoding, text, length, made);
    return shortened(made);
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>

static void show(const char *octets, int count)
{
    char *input = malloc(count);        /* as long as the text: valgrind tells what is read beside it */
    memcpy(input, octets, count);
    Tcl_DString text, units;
    Tcl_DStringInit(&units);
    Tcl_ExternalToUtfDString(Tcl_GetEncoding(NULL, "utf-8"), input, count, &text);
    Tcl_UniChar *unit = Tcl_UtfToUniCharDString(Tcl_DStringValue(&text), Tcl_DStringLength(&text),
                                                &units);
    int length = Tcl_DStringLength(&units) / sizeof *unit;
    printf("ok");
    for (int i = 0; i < length; i++) {
        int pair = i + 1 < length && (unit[i] & 0xFC00) == 0xD800 && (unit[i + 1] & 0xFC00) == 0xDC00;
        printf(" %X", pair ? 0x10000 + ((unit[i] & 0x3FF) << 10) + (unit[i + 1] & 0x3FF) : unit[i]);
        i += pair;
    }
    printf("\n");
    Tcl_DStringFree(&units);
    Tcl_DStringFree(&text);
    free(input);
}

int main(int count, char **arguments)
{
    Tcl_FindExecutable(arguments[0]);
    show("@octets@", @count@);
}

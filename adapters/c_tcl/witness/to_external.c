#include <stdio.h>
#include <tcl.h>

static void show(const Tcl_UniChar *units, int length)
{
    Tcl_DString text, octets;
    Tcl_DStringInit(&text);
    Tcl_UniCharToUtfDString(units, length, &text);
    Tcl_UtfToExternalDString(Tcl_GetEncoding(NULL, "utf-8"), Tcl_DStringValue(&text),
                             Tcl_DStringLength(&text), &octets);
    printf("ok ");
    for (int i = 0; i < Tcl_DStringLength(&octets); i++)
        printf("%02X", (unsigned char)Tcl_DStringValue(&octets)[i]);
    printf("\n");
    Tcl_DStringFree(&octets);
    Tcl_DStringFree(&text);
}

int main(int count, char **arguments)
{
    Tcl_FindExecutable(arguments[0]);
    show((const Tcl_UniChar[]){@units@}, @units_count@);
}

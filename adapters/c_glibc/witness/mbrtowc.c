#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <@header@>

static void show(const char *octets, size_t count)
{
    static unsigned points[16384];
    size_t n = 0;
    mbstate_t state = {0};
    for (size_t at = 0; at < count;) {
        @type@ value = 0;
        size_t taken = @function@(&value, octets + at, count - at, &state);
        if (taken == (size_t)-1 || taken == (size_t)-2) {
            printf("error at %zu\n", at);
            return;
        }
        points[n++] = (unsigned)value;
        at += taken == 0 ? 1 : taken;
    }
    printf("ok");
    for (size_t i = 0; i < n; i++)
        printf(" %X", points[i]);
    printf("\n");
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    show("@octets@", @count@);
}

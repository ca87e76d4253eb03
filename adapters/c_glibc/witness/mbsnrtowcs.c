#include <locale.h>
#include <stdio.h>
#include <wchar.h>

static void show(const char *octets, size_t count)
{
    static wchar_t made[16384];
    const char *text = octets;
    mbstate_t asked = {0}, state = {0};
    size_t predicted = mbsnrtowcs(NULL, &text, count, 0, &asked);
    size_t written = mbsnrtowcs(made, &octets, count, 16384, &state);
    if (predicted == (size_t)-1 || written == (size_t)-1 || !mbsinit(&state))
        printf("error\n");
    else
        printf("ok %zu %zu\n", predicted, written);
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    show("@octets@", @count@);
}

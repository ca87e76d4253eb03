#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include @header@

static void show(const uint16_t *units, size_t count)
{
    size_t n = 0;
    @write@
    if (text == NULL) {
        printf("error\n");
        return;
    }
    printf("ok");
    for (size_t i = 0; i < n; i++)
        printf(" %02X", ((unsigned char *)text)[i]);
    printf("\n");
}

int main(void)
{
    show((const uint16_t[]){@units@}, @units_count@);
}

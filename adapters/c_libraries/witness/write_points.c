#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include @header@

static void show(const uint32_t *points, size_t count)
{
    size_t n = 0;
    @write@
    if (text == NULL) {
        printf("error\n");
        return;
    }
    @order@
    printf("ok");
    for (size_t i = 0; i < n * sizeof *text; i++)
        printf(" %02X", ((unsigned char *)text)[i]);
    printf("\n");
}

int main(void)
{
    show((const uint32_t[]){@points@}, @count@);
}

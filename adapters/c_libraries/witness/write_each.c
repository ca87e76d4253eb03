#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include @header@

static void show(const uint32_t *points, size_t count)
{
    static @unit@ text[65536];
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        int written = @write@;
        if (written @failed@) {
            printf("error at %zu\n", i);
            return;
        }
        n += written;
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

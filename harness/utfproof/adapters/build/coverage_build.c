/* Counts which code runs: linked into an adapter that the compiler has instrumented (trace-pc).

   Each place in the code has one of the counters of the file that UTFPROOF_COUNTERS names, which
   another process maps too. Without that file it counts for nobody. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { COUNTERS = 8192 };

static uint8_t own[COUNTERS];
static uint8_t *counters = own;

__attribute__((constructor)) static void map_counters(void) {
    const char *path = getenv("UTFPROOF_COUNTERS");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, COUNTERS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) counters = mapped;
    close(file);
}

/* Places count from where the program is loaded, which changes from run to run. */
void __sanitizer_cov_trace_pc(void) {
    uintptr_t place = (uintptr_t)__builtin_return_address(0) - (uintptr_t)own;
    counters[(uint32_t)place * 2654435761u >> 19]++;
}

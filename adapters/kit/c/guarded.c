/* Guards are pages without any right. Whoever touches one raises SIGSEGV, on some systems SIGBUS:
 * the handler notes the first touch and opens the guard, so that the codec goes on and the process
 * lives. */

#define _DEFAULT_SOURCE
#define _GNU_SOURCE                         /* the names of registers */

#include "guarded.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined __linux__ && defined __x86_64__
#include <ucontext.h>
#endif

/* A codec that looks for a null byte finds one behind the end, and no other memory. */
enum { GUARD = 1 << 16 };

static enum side side;
static struct guarded *all;
static struct sigaction before_fault, before_bus_error;
static volatile sig_atomic_t touched;
static struct touch first_touch;

static const char *act_of(const void *context)
{
#if defined __linux__ && defined __x86_64__
    enum { OF_A_WRITE = 2 };                /* a bit of the page fault's error code */
    const ucontext_t *at_fault = context;
    return at_fault->uc_mcontext.gregs[REG_ERR] & OF_A_WRITE ? "write" : "read";
#else
    (void)context;
    return "touch";
#endif
}

/* The guard that an address lies in, or NULL. */
static unsigned char *guard_of(const struct guarded *own, const unsigned char *at)
{
    if (at >= own->pages - GUARD && at < own->pages)
        return own->pages - GUARD;
    if (at >= own->pages + own->size && at < own->pages + own->size + GUARD)
        return own->pages + own->size;
    return NULL;
}

static void note(const struct guarded *own, const unsigned char *at, const void *context)
{
    if (touched)
        return;
    touched = 1;
    first_touch.act = act_of(context);
#ifdef __s390x__
    /* The processor tells the page alone: of that before the text, its last byte is the nearest. */
    if (at < own->begin)
        at += (uintptr_t)sysconf(_SC_PAGESIZE) - 1;
#endif
    first_touch.past_the_end = at >= own->end;
    first_touch.distance = first_touch.past_the_end ? (size_t)(at - own->end) + 1
                                                    : (size_t)(own->begin - at);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
    for (struct guarded *own = all; own != NULL; own = own->next) {
        unsigned char *found = guard_of(own, info->si_addr);
        if (found == NULL || mprotect(found, GUARD, PROT_READ | PROT_WRITE) != 0)
            continue;
        note(own, info->si_addr, context);
        return;
    }
    /* Not ours: it happens again, to whom it belongs. */
    sigaction(number, number == SIGSEGV ? &before_fault : &before_bus_error, NULL);
}

static void close_guard(unsigned char *at)
{
    if (mprotect(at, GUARD, PROT_READ | PROT_WRITE) == 0)
        memset(at, 0, GUARD);
    mprotect(at, GUARD, PROT_NONE);
}

void guard(enum side wanted)
{
    side = wanted;
    if (!touched)
        return;
    for (struct guarded *own = all; own != NULL; own = own->next) {
        close_guard(own->pages - GUARD);
        close_guard(own->pages + own->size);
    }
    touched = 0;
}

bool guard_was_touched(struct touch *touch)
{
    *touch = first_touch;
    return touched;
}

static void begin_watching(void)
{
    /* Where a runtime has a stack for signals, it sees that the usual one overflowed. */
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &before_fault);
    sigaction(SIGBUS, &action, &before_bus_error);
}

static void enlarge(struct guarded *own, size_t bytes)
{
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    while (size < bytes)
        size *= 2;
    unsigned char *mapped = mmap(NULL, size + 2 * GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
                                 -1, 0);
    if (mapped == MAP_FAILED || mprotect(mapped + GUARD, size, PROT_READ | PROT_WRITE) != 0) {
        fprintf(stderr, "out of memory: %zu bytes between guards\n", size);
        exit(1);
    }
    if (all == NULL)
        begin_watching();
    if (own->pages == NULL) {
        own->next = all;
        all = own;
    } else {
        munmap(own->pages - GUARD, own->size + 2 * GUARD);
    }
    own->pages = mapped + GUARD;
    own->size = size;
}

void *guarded_room(struct guarded *own, size_t bytes)
{
    if (own->pages == NULL || own->size < bytes)
        enlarge(own, bytes);
    own->begin = side == AT_THE_END ? own->pages + own->size - bytes : own->pages;
    own->end = own->begin + bytes;
    return own->begin;
}

struct bytes guarded_copy(struct guarded *own, struct bytes bytes)
{
    unsigned char *at = guarded_room(own, bytes.length);
    if (bytes.length > 0)
        memcpy(at, bytes.at, bytes.length);
    return (struct bytes){at, bytes.length};
}

void *output_room(size_t bytes)
{
    static struct guarded pages;
    return guarded_room(&pages, bytes);
}

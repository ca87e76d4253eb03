/* sqlite3: a text that is bound in one encoding and read in another, `SELECT ?`, in a database that
 * keeps UTF-8.
 *
 * It refuses nothing and tells of no error: replace alone. Whatever it makes of a UTF-16 text it
 * keeps as UTF-8; a text bound as UTF-8 is changed when it is read as UTF-16. In UTF-16 a byte order
 * mark decides and is removed; without one the order is that of the machine (sqlite3_bind_text16) or
 * the one asked for (sqlite3_bind_text64), so that SQLITE_UTF16BE means the encoding UTF-16 here. */

#include "libraries.h"
#include "units.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct units16 narrow;

static void need(int result, sqlite3 *database)
{
    if (result == SQLITE_OK)
        return;
    fprintf(stderr, "sqlite3: %s\n", sqlite3_errmsg(database));
    exit(1);
}

/* The statement, free for a new text. */
static sqlite3_stmt *ready(void)
{
    static sqlite3 *database;
    static sqlite3_stmt *statement;
    if (statement == NULL) {
        need(sqlite3_open(":memory:", &database), database);
        need(sqlite3_prepare_v2(database, "SELECT ?", -1, &statement, NULL), database);
    }
    sqlite3_reset(statement);
    return statement;
}

static void run(sqlite3_stmt *statement, int bound)
{
    need(bound, sqlite3_db_handle(statement));
    if (sqlite3_step(statement) == SQLITE_ROW)
        return;
    need(SQLITE_ERROR, sqlite3_db_handle(statement));
}

static void deliver_column(sqlite3_stmt *statement, struct decoded *decoded)
{
    const uint16_t *text = sqlite3_column_text16(statement, 0);
    deliver_units16(decoded, text, (size_t)sqlite3_column_bytes16(statement, 0) / 2);
}

static void feed_utf8(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    sqlite3_stmt *statement = ready();
    run(statement, sqlite3_bind_text(statement, 1, (const char *)bytes.at, (int)bytes.length,
                                     SQLITE_STATIC));
    deliver_column(statement, decoded);
}

static void feed_big(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    sqlite3_stmt *statement = ready();
    run(statement, sqlite3_bind_text64(statement, 1, (const char *)bytes.at, bytes.length,
                                       SQLITE_TRANSIENT, SQLITE_UTF16BE));
    deliver_column(statement, decoded);
}

static void feed_host(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    sqlite3_stmt *statement = ready();
    run(statement, sqlite3_bind_text16(statement, 1, bytes.at, (int)bytes.length,
                                       SQLITE_TRANSIENT));
    deliver_column(statement, decoded);
}

static void encode_utf8(struct encoder *encoder, const uint32_t *code_points, size_t count,
                        struct encoded *encoded)
{
    (void)encoder;
    units16_of(&narrow, code_points, count);
    unsigned char order = HOST_FIRST == LITTLE_FIRST ? SQLITE_UTF16LE : SQLITE_UTF16BE;
    sqlite3_stmt *statement = ready();
    run(statement, sqlite3_bind_text64(statement, 1, (const char *)narrow.at, 2 * narrow.count,
                                       SQLITE_TRANSIENT, order));
    const unsigned char *text = sqlite3_column_text(statement, 0);
    append_bytes(encoded, text, (size_t)sqlite3_column_bytes(statement, 0));
}

static struct decoder utf8 = {.feed = feed_utf8};
static struct decoder utf16 = {.feed = feed_host};
static struct decoder utf16_big = {.feed = feed_big};
static struct encoder utf8_writer = {.feed = encode_utf8, .greatest = 0x10ffff};

static const struct offer offers[] = {
    {"sqlite3", "UTF-8", "replace", &utf8, &utf8_writer, NULL},
    {"sqlite3", "UTF-16", "replace", &utf16, NULL, NULL},
    {"sqlite3-bind_text64", "UTF-16", "replace", &utf16_big, NULL, NULL},
};

LIBRARY(sqlite3_library, sqlite3_libversion, offers);

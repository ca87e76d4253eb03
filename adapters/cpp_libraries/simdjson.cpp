// simdjson: validate_utf8 of each kernel that this processor can run, one codec a kernel.
//
// It says yes or no: neither a place nor a length, and nothing of the text.

#include "whole_text.hpp"

#include <simdjson.h>

static const char version[] = SIMDJSON_STRINGIFY(SIMDJSON_VERSION);

static decoder *kernel(const simdjson::implementation *implementation)
{
    return whole_decoder({}, [implementation](bytes bytes) {
        const char *at = reinterpret_cast<const char *>(bytes.at);
        return implementation->validate_utf8(at, bytes.length) ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
    });
}

void add_simdjson(Codecs &codecs)
{
    for (const simdjson::implementation *each : simdjson::get_available_implementations()) {
        if (!each->supported_by_runtime_system())
            continue;
        codecs.begin("simdjson-" + each->name(), version);
        codecs.add("UTF-8", "strict", kernel(each));
    }
}

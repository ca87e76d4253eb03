// Codecs made of functions that take a whole text in one call.

#ifndef WHOLE_TEXT_HPP
#define WHOLE_TEXT_HPP

#include "codecs.hpp"

#include <functional>
#include <utility>

using Decode = std::function<void(bytes, decoded &)>;
using Check = std::function<size_t(bytes)>;
using Detect = std::function<const char *(bytes, size_t &signature_length)>;
using Encode = std::function<void(const uint32_t *, size_t, encoded &)>;

using Predict = std::function<size_t(const uint32_t *, size_t)>;

struct WholeDecoder : decoder {
    Decode decode_whole;
    Check check_whole;
    Detect detect_whole;
    Decode measure_whole{};
};

// Functions of units of 16 or 32 bits give their width, in octets.
inline decoder *whole_decoder(Decode decode, Check check = {}, Detect detect = {}, size_t unit = 1)
{
    auto *made = new WholeDecoder{{}, std::move(decode), std::move(check), std::move(detect)};
    made->unit = unit;
    made->start = [](decoder *) {};
    if (made->decode_whole)
        made->feed = [](decoder *my, bytes bytes, decoded *decoded) {
            static_cast<WholeDecoder *>(my)->decode_whole(bytes, *decoded);
        };
    if (made->check_whole)
        made->check = [](decoder *my, bytes bytes) {
            return static_cast<WholeDecoder *>(my)->check_whole(bytes);
        };
    if (made->detect_whole)
        made->detect = [](decoder *my, bytes bytes, size_t *signature_length) {
            return static_cast<WholeDecoder *>(my)->detect_whole(bytes, *signature_length);
        };
    return made;
}

// A decoder that tells too how long its output is: `predicted` before, and `written`.
inline decoder *size_telling(decoder *decoder, Decode measure)
{
    static_cast<WholeDecoder *>(decoder)->measure_whole = std::move(measure);
    decoder->measure = [](struct decoder *my, bytes bytes, decoded *decoded) {
        static_cast<WholeDecoder *>(my)->measure_whole(bytes, *decoded);
    };
    return decoder;
}

// A check that tells too whether the library calls the error cut off by the end.
using CheckCause = std::function<size_t(bytes, bool &truncated)>;

inline decoder *cause_telling_decoder(Decode decode, CheckCause check, size_t unit = 1)
{
    auto unset = [](bytes) { return WELL_FORMED; };
    auto *made = static_cast<WholeDecoder *>(whole_decoder(std::move(decode), unset, {}, unit));
    made->check_whole = [made, check](bytes bytes) { return check(bytes, made->truncated); };
    made->tells_cause = true;
    return made;
}

struct WholeEncoder : encoder {
    Encode encode_whole;
    Predict predict_whole{};
};

inline encoder *whole_encoder(uint32_t greatest, Encode encode)
{
    auto *made = new WholeEncoder{{}, std::move(encode)};
    made->start = [](encoder *) {};
    made->feed = [](encoder *my, const uint32_t *code_points, size_t count, encoded *encoded) {
        static_cast<WholeEncoder *>(my)->encode_whole(code_points, count, *encoded);
    };
    made->greatest = greatest;
    return made;
}

// An encoder that tells too how many bytes a text will have.
inline encoder *size_telling(encoder *encoder, Predict predict)
{
    static_cast<WholeEncoder *>(encoder)->predict_whole = std::move(predict);
    encoder->predict = [](struct encoder *my, const uint32_t *code_points, size_t count) {
        return static_cast<WholeEncoder *>(my)->predict_whole(code_points, count);
    };
    return encoder;
}

#endif

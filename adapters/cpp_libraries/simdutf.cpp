// simdutf: six codecs for each kernel that this processor can run.
//
// simdutf-KERNEL         the functions whose names end in _with_errors: validate_utf8, _utf16le,
//                        _utf16be and _utf32, and the conversions between UTF-8, UTF-16 and char32_t
//                        (UTF-32: UTF-16 in the order of this machine)
// simdutf-KERNEL-utf16   the same between UTF-8 and UTF-16 in the order of this machine
// simdutf-KERNEL-plain   the conversions without that ending, to and from char32_t; they say how
//                        much they wrote, 0 for an error, and their code is another
// simdutf-KERNEL-detect  validate_utf8, _utf16le, _utf16be and _utf32, which say yes or no, and
//                        detect_encodings; it tells where one encoding is possible
// simdutf-KERNEL-to_well_formed            to_well_formed_utf16le and _utf16be, into memory of its own
// simdutf-KERNEL-to_well_formed-in_place   the same, where the input is the output
//
// _with_errors tells the place of an error in units, and neither its length nor what was written
// before it. The others tell nothing. Nothing here takes the size of an output buffer.

#include "units.hpp"
#include "whole_text.hpp"

#include <simdutf.h>

using Kernel = simdutf::implementation;
using simdutf::result;

static const char *octets_of(bytes bytes) { return reinterpret_cast<const char *>(bytes.at); }

// simdutf.h asks for a "buffer that can hold conversion result", and what counts units promises
// nothing for ill-formed text: the room is what so many units can become at most.
template <class In, class Out> Out *room_from(size_t units)
{
    constexpr bool from_utf_16 = sizeof(In) == 2, to_utf_16 = sizeof(Out) == 2;
    constexpr size_t most = sizeof(Out) >= sizeof(In) ? 1 : to_utf_16 ? 2 : from_utf_16 ? 3 : 4;
    return room_for<Out>(most * units);
}

template <class In> const Text<In> &units_of(bytes bytes)
{
    static Text<In> text;
    text.join(bytes, true);
    return text;
}

// ---- with _with_errors ----

template <class In> using Validate = result (Kernel::*)(const In *, size_t) const noexcept;
template <class In, class Out>
using Convert = result (Kernel::*)(const In *, size_t, Out *) const noexcept;

template <class In> Check check_with(const Kernel *kernel, Validate<In> validate)
{
    return [=](bytes bytes) {
        const auto &text = units_of<In>(bytes);
        result said = (kernel->*validate)(text.begin(), text.size());
        return said.error == simdutf::SUCCESS ? WELL_FORMED : said.count * sizeof(In);
    };
}

template <class In, class Out>
size_t decode_units(const Kernel *kernel, Convert<In, Out> convert, const In *units, size_t count,
                  decoded &decoded)
{
    Out *output = room_from<In, Out>(count);
    result said = (kernel->*convert)(units, count, output);
    if (said.error == simdutf::SUCCESS)
        deliver_units(decoded, output, said.count);
    else
        refuse(&decoded, static_cast<int64_t>(said.count * sizeof(In)));
    return said.count;
}

template <class In, class Out> Decode decode_with(const Kernel *kernel, Convert<In, Out> convert)
{
    return [=](bytes bytes, decoded &decoded) {
        const auto &text = units_of<In>(bytes);
        decode_units(kernel, convert, text.begin(), text.size(), decoded);
    };
}

// The functions named length are of well-formed text: of what is refused nothing is asked of them.
template <class In> using Length = size_t (Kernel::*)(const In *, size_t) const noexcept;

template <class In, class Out>
Decode measure_with(const Kernel *kernel, Convert<In, Out> convert, Length<In> length)
{
    return [=](bytes bytes, decoded &decoded) {
        const auto &text = units_of<In>(bytes);
        decoded.written = decode_units(kernel, convert, text.begin(), text.size(), decoded);
        if (decoded.outcome == TAKEN)
            decoded.predicted = (kernel->*length)(text.begin(), text.size());
    };
}

template <class Out, class In> Predict predict_with(const Kernel *kernel, Length<In> length)
{
    return [=](const uint32_t *code_points, size_t count) {
        std::basic_string<In> units;
        express(code_points, count, units);
        return sizeof(Out) * (kernel->*length)(against_guard(units).data(), units.size());
    };
}

// Where the conversion refuses, for want of a function that validates alone.
template <class Out> Check check_by(const Kernel *kernel, Convert<char, Out> convert)
{
    return [=](bytes bytes) {
        Out *output = room_from<char, Out>(bytes.length);
        result said = (kernel->*convert)(octets_of(bytes), bytes.length, output);
        return said.error == simdutf::SUCCESS ? WELL_FORMED : said.count;
    };
}

template <class In, class Out>
encoder *encode_with(const Kernel *kernel, Convert<In, Out> convert)
{
    return whole_encoder(greatest<In>, [=](auto *code_points, size_t count, encoded &encoded) {
        std::basic_string<In> units;
        express(code_points, count, units);
        Out *output = room_from<In, Out>(units.size());
        result said = (kernel->*convert)(against_guard(units).data(), units.size(), output);
        if (said.error == simdutf::SUCCESS)
            append_units(encoded, output, said.count);
        else
            refuse(encoded, static_cast<int64_t>(whole_code_points<In>(code_points, count,
                                                                       said.count)));
    });
}

static const char *host_utf_32 = orders[host_is_little].utf_32;

static auto utf16_to_utf32 = host_is_little ? &Kernel::convert_utf16le_to_utf32_with_errors
                                            : &Kernel::convert_utf16be_to_utf32_with_errors;
static auto utf32_to_utf16 = host_is_little ? &Kernel::convert_utf32_to_utf16le_with_errors
                                            : &Kernel::convert_utf32_to_utf16be_with_errors;
static auto utf8_to_utf16 = host_is_little ? &Kernel::convert_utf8_to_utf16le_with_errors
                                           : &Kernel::convert_utf8_to_utf16be_with_errors;
static auto utf16_to_utf8 = host_is_little ? &Kernel::convert_utf16le_to_utf8_with_errors
                                           : &Kernel::convert_utf16be_to_utf8_with_errors;

static auto utf16_to_utf32_length = host_is_little ? &Kernel::utf32_length_from_utf16le
                                                   : &Kernel::utf32_length_from_utf16be;
static auto utf16_to_utf8_length = host_is_little ? &Kernel::utf8_length_from_utf16le
                                                  : &Kernel::utf8_length_from_utf16be;

// A decoder and an encoder of functions that convert, and of those that tell how much they write.
template <class In, class Out>
decoder *decoder_with(const Kernel *kernel, Convert<In, Out> convert, Check check, Length<In> length)
{
    auto *made = whole_decoder(decode_with(kernel, convert), std::move(check), {}, sizeof(In));
    return size_telling(made, measure_with(kernel, convert, length));
}

template <class In, class Out>
encoder *encoder_with(const Kernel *kernel, Convert<In, Out> convert, Length<In> length)
{
    return size_telling(encode_with(kernel, convert), predict_with<Out>(kernel, length));
}

static void add_with_errors(Codecs &codecs, const Kernel *kernel)
{
    codecs.begin("simdutf-" + kernel->name(), SIMDUTF_VERSION);
    codecs.add("UTF-8", "strict",
               decoder_with(kernel, &Kernel::convert_utf8_to_utf32_with_errors,
                            check_with(kernel, &Kernel::validate_utf8_with_errors),
                            &Kernel::utf32_length_from_utf8),
               encoder_with(kernel, &Kernel::convert_utf32_to_utf8_with_errors,
                            &Kernel::utf8_length_from_utf32));
    codecs.add("UTF-16BE", "strict",
               decoder_with(kernel, &Kernel::convert_utf16be_to_utf32_with_errors,
                            check_with(kernel, &Kernel::validate_utf16be_with_errors),
                            &Kernel::utf32_length_from_utf16be),
               encoder_with(kernel, &Kernel::convert_utf32_to_utf16be_with_errors,
                            &Kernel::utf16_length_from_utf32));
    codecs.add("UTF-16LE", "strict",
               decoder_with(kernel, &Kernel::convert_utf16le_to_utf32_with_errors,
                            check_with(kernel, &Kernel::validate_utf16le_with_errors),
                            &Kernel::utf32_length_from_utf16le),
               encoder_with(kernel, &Kernel::convert_utf32_to_utf16le_with_errors,
                            &Kernel::utf16_length_from_utf32));
    codecs.add(host_utf_32, "strict",
               decoder_with(kernel, utf32_to_utf16,
                            check_with(kernel, &Kernel::validate_utf32_with_errors),
                            &Kernel::utf16_length_from_utf32),
               encoder_with(kernel, utf16_to_utf32, utf16_to_utf32_length));
    codecs.begin("simdutf-" + kernel->name() + "-utf16", SIMDUTF_VERSION);
    codecs.add("UTF-8", "strict",
               decoder_with(kernel, utf8_to_utf16, check_by(kernel, utf8_to_utf16),
                            &Kernel::utf16_length_from_utf8),
               encoder_with(kernel, utf16_to_utf8, utf16_to_utf8_length));
}

// ---- without ----

template <class In> using Validates = bool (Kernel::*)(const In *, size_t) const noexcept;
template <class In, class Out>
using Converts = size_t (Kernel::*)(const In *, size_t, Out *) const noexcept;

template <class In>
bool convert_plainly(const Kernel *kernel, Converts<In, char32_t> convert, bytes bytes,
                     std::u32string_view &made)
{
    const auto &text = units_of<In>(bytes);
    char32_t *output = room_from<In, char32_t>(text.size());
    made = {output, (kernel->*convert)(text.begin(), text.size(), output)};
    return !made.empty() || text.size() == 0;
}

template <class In> decoder *plain_decoder(const Kernel *kernel, Converts<In, char32_t> convert)
{
    auto decode = [=](bytes bytes, decoded &decoded) {
        std::u32string_view made;
        if (convert_plainly(kernel, convert, bytes, made))
            deliver_units(decoded, made.data(), made.size());
        else
            refuse(&decoded, UNTOLD);
    };
    auto check = [=](bytes bytes) {
        std::u32string_view made;
        bool taken = convert_plainly(kernel, convert, bytes, made);
        return taken ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
    };
    return whole_decoder(decode, check, {}, sizeof(In));
}

template <class In> decoder *validator(const Kernel *kernel, Validates<In> validate)
{
    auto check = [=](bytes bytes) {
        const auto &text = units_of<In>(bytes);
        bool valid = (kernel->*validate)(text.begin(), text.size());
        return valid ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
    };
    return whole_decoder({}, check, {}, sizeof(In));
}

template <class Out> encoder *plain_encoder(const Kernel *kernel, Converts<char32_t, Out> convert)
{
    return whole_encoder(UINT32_MAX, [=](auto *code_points, size_t count, encoded &encoded) {
        std::u32string units;
        express(code_points, count, units);
        Out *output = room_from<char32_t, Out>(count);
        size_t written = (kernel->*convert)(against_guard(units).data(), count, output);
        append_units(encoded, output, written);
        if (written == 0 && count > 0)
            refuse(encoded, UNTOLD);
    });
}

static const char *name_of(int encodings)
{
    switch (encodings) {
    case simdutf::UTF8: return "UTF-8";
    case simdutf::UTF16_LE: return "UTF-16LE";
    case simdutf::UTF16_BE: return "UTF-16BE";
    case simdutf::UTF32_LE: return "UTF-32LE";
    case simdutf::UTF32_BE: return "UTF-32BE";
    default: return nullptr;                // several, or none
    }
}

// A signature is trusted, and its length is asked for; else what the text could be is told.
static const char *detect_with(const Kernel *kernel, bytes bytes, size_t &signature_length)
{
    auto signature = simdutf::BOM::check_bom(octets_of(bytes), bytes.length);
    signature_length = simdutf::BOM::bom_byte_size(signature);
    return name_of(kernel->detect_encodings(octets_of(bytes), bytes.length));
}

// ---- to well-formed UTF-16 ----

using Repair = void (Kernel::*)(const char16_t *, size_t, char16_t *) const noexcept;
using RepairedLength = result (Kernel::*)(const char16_t *, size_t) const noexcept;

// How long the text is in UTF-8, with U+FFFD for each surrogate that is no half of a pair. The error
// that is told beside the length tells of surrogates, and of no error.
static Decode measure_repaired(const Kernel *kernel, Repair repair, RepairedLength length,
                               Converts<char16_t, char> convert)
{
    return [=](bytes bytes, decoded &decoded) {
        const auto &text = units_of<char16_t>(bytes);
        decoded.predicted = (kernel->*length)(text.begin(), text.size()).count;
        std::u16string repaired(text.size(), u'\0');
        (kernel->*repair)(text.begin(), text.size(), repaired.data());
        char *output = room_from<char16_t, char>(repaired.size());
        decoded.written = (kernel->*convert)(repaired.data(), repaired.size(), output);
    };
}

// In place the room holds the input too: what is read or written beside it is seen.
static decoder *repairer(const Kernel *kernel, Repair repair, bool is_host, bool in_place)
{
    auto decode = [=](bytes bytes, decoded &decoded) {
        const auto &text = units_of<char16_t>(bytes);
        auto *output = room_for<char16_t>(text.size());
        if (in_place)
            std::copy(text.begin(), text.end(), output);
        (kernel->*repair)(in_place ? output : text.begin(), text.size(), output);
        if (!is_host)
            std::transform(output, output + text.size(), output, reversed<char16_t>);
        deliver_units(decoded, output, text.size());
    };
    return whole_decoder(decode, {}, {}, sizeof(char16_t));
}

static void add_repairers(Codecs &codecs, const Kernel *kernel, bool in_place)
{
    codecs.begin("simdutf-" + kernel->name() + "-to_well_formed" + (in_place ? "-in_place" : ""),
                 SIMDUTF_VERSION);
    decoder *big = repairer(kernel, &Kernel::to_well_formed_utf16be, !host_is_little, in_place);
    decoder *little = repairer(kernel, &Kernel::to_well_formed_utf16le, host_is_little, in_place);
    if (!in_place) {
        big = size_telling(big, measure_repaired(kernel, &Kernel::to_well_formed_utf16be,
                                                 &Kernel::utf8_length_from_utf16be_with_replacement,
                                                 &Kernel::convert_utf16be_to_utf8));
        little = size_telling(little,
                              measure_repaired(kernel, &Kernel::to_well_formed_utf16le,
                                               &Kernel::utf8_length_from_utf16le_with_replacement,
                                               &Kernel::convert_utf16le_to_utf8));
    }
    codecs.add("UTF-16BE", "replace", big);
    codecs.add("UTF-16LE", "replace", little);
}

static void add_plain(Codecs &codecs, const Kernel *kernel)
{
    codecs.begin("simdutf-" + kernel->name() + "-plain", SIMDUTF_VERSION);
    codecs.add("UTF-8", "strict", plain_decoder(kernel, &Kernel::convert_utf8_to_utf32),
               plain_encoder(kernel, &Kernel::convert_utf32_to_utf8));
    codecs.add("UTF-16BE", "strict", plain_decoder(kernel, &Kernel::convert_utf16be_to_utf32),
               plain_encoder(kernel, &Kernel::convert_utf32_to_utf16be));
    codecs.add("UTF-16LE", "strict", plain_decoder(kernel, &Kernel::convert_utf16le_to_utf32),
               plain_encoder(kernel, &Kernel::convert_utf32_to_utf16le));
}

static void add_detector(Codecs &codecs, const Kernel *kernel)
{
    codecs.begin("simdutf-" + kernel->name() + "-detect", SIMDUTF_VERSION);
    codecs.add("UTF-8", "strict", validator(kernel, &Kernel::validate_utf8));
    codecs.add("UTF-16BE", "strict", validator(kernel, &Kernel::validate_utf16be));
    codecs.add("UTF-16LE", "strict", validator(kernel, &Kernel::validate_utf16le));
    codecs.add(host_utf_32, "strict", validator(kernel, &Kernel::validate_utf32));
    codecs.add("-", "-", whole_decoder({}, {}, [=](bytes bytes, size_t &signature_length) {
                   return detect_with(kernel, bytes, signature_length);
               }));
}

void add_simdutf(Codecs &codecs)
{
    for (const Kernel *each : simdutf::get_available_implementations()) {
        if (!each->supported_by_runtime_system())
            continue;
        add_with_errors(codecs, each);
        add_plain(codecs, each);
        add_detector(codecs, each);
        add_repairers(codecs, each, false);
        add_repairers(codecs, each, true);
    }
}

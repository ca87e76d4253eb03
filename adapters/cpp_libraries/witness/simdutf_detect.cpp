#include <cstdio>
#include <simdutf.h>

static void show(const char *octets, size_t count)
{
    auto kernel = simdutf::get_available_implementations()["@kernel@"];
    size_t signature = simdutf::BOM::bom_byte_size(simdutf::BOM::check_bom(octets, count));
    switch (kernel->detect_encodings(octets, count)) {
    case simdutf::UTF8: std::printf("ok UTF-8 %zu\n", signature); break;
    case simdutf::UTF16_LE: std::printf("ok UTF-16LE %zu\n", signature); break;
    case simdutf::UTF16_BE: std::printf("ok UTF-16BE %zu\n", signature); break;
    case simdutf::UTF32_LE: std::printf("ok UTF-32LE %zu\n", signature); break;
    case simdutf::UTF32_BE: std::printf("ok UTF-32BE %zu\n", signature); break;
    default: std::printf("ok ?\n");
    }
}

int main()
{
    show("@octets@", @count@);
}

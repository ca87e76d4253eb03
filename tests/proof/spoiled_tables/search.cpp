// How many entries of simdutf's tables does a set of texts use? Each entry is spoiled in turn, and the texts are
// converted until one comes out wrong.
//
//   search KERNEL FOLDER: the texts of FOLDER, a line each in hex digits, in the files utf-8, utf-16le and utf-32le.
//
// Prints a line for each table: its name, its spoiled entries that were found, and all of them.
#include "simdutf_with_open_tables.cpp"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace {

struct Text {
  std::string utf8, utf16, utf32;
};

std::vector<std::string> lines_of(const std::string &path) {
  std::vector<std::string> found;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::string octets;
    for (size_t at = 0; at + 1 < line.size(); at += 2)
      octets.push_back(static_cast<char>(std::stoi(line.substr(at, 2), nullptr, 16)));
    found.push_back(octets);
  }
  return found;
}

bool same(size_t units, size_t width, const void *written, const std::string &right) {
  return units * width == right.size() && std::memcmp(written, right.data(), right.size()) == 0;
}

bool is_wrong(const simdutf::implementation &kernel, const Text &text) {
  static std::vector<char> utf8(1 << 16);
  static std::vector<char16_t> utf16(1 << 16);
  static std::vector<char32_t> utf32(1 << 16);
  const auto *in8 = text.utf8.data();
  const auto *in16 = reinterpret_cast<const char16_t *>(text.utf16.data());
  const auto *in32 = reinterpret_cast<const char32_t *>(text.utf32.data());
  const size_t count8 = text.utf8.size(), count16 = text.utf16.size() / 2, count32 = text.utf32.size() / 4;
  return !same(kernel.convert_utf8_to_utf16le(in8, count8, utf16.data()), 2, utf16.data(), text.utf16) ||
         !same(kernel.convert_utf8_to_utf32(in8, count8, utf32.data()), 4, utf32.data(), text.utf32) ||
         !same(kernel.convert_utf16le_to_utf8(in16, count16, utf8.data()), 1, utf8.data(), text.utf8) ||
         !same(kernel.convert_utf32_to_utf8(in32, count32, utf8.data()), 1, utf8.data(), text.utf8);
}

bool any_wrong(const simdutf::implementation &kernel, const std::vector<Text> &texts) {
  for (const Text &text : texts)
    if (is_wrong(kernel, text)) return true;
  return false;
}

// Changes the octet at `at` of every entry in turn.
template <size_t Entries, size_t Octets>
void spoil(const char *name, uint8_t (&table)[Entries][Octets], size_t at, uint8_t (*other)(uint8_t),
           const simdutf::implementation &kernel, const std::vector<Text> &texts) {
  size_t found = 0;
  for (auto &entry : table) {
    const uint8_t right = entry[at];
    entry[at] = other(right);
    found += any_wrong(kernel, texts);
    entry[at] = right;
  }
  std::printf("%s %zu %zu\n", name, found, Entries);
}

} // namespace

int main(int, char **arguments) {
  const simdutf::implementation *kernel = nullptr;
  for (const auto *one : simdutf::get_available_implementations())
    if (one->name() == arguments[1]) kernel = one;
  if (kernel == nullptr || !kernel->supported_by_runtime_system()) return 77;

  const std::string folder = arguments[2];
  const auto utf8 = lines_of(folder + "/utf-8"), utf16 = lines_of(folder + "/utf-16le"),
             utf32 = lines_of(folder + "/utf-32le");
  std::vector<Text> texts;
  for (size_t at = 0; at < utf8.size(); at++) texts.push_back({utf8[at], utf16[at], utf32[at]});
  if (texts.empty() || any_wrong(*kernel, texts)) return 1; // nothing is spoiled yet

  using namespace simdutf::tables;
  const auto next_shuffle = [](uint8_t index) { return static_cast<uint8_t>((index + 1) % 209); };
  const auto other_octet = [](uint8_t index) { return static_cast<uint8_t>(index ^ 1); };
  spoil("utf8bigindex", utf8_to_utf16::utf8bigindex, 0, next_shuffle, *kernel, texts);
  spoil("shufutf8", utf8_to_utf16::shufutf8, 0, other_octet, *kernel, texts);
  spoil("pack_1_2_utf8_bytes", utf16_to_utf8::pack_1_2_utf8_bytes, 1, other_octet, *kernel, texts);
  spoil("pack_1_2_3_utf8_bytes", utf16_to_utf8::pack_1_2_3_utf8_bytes, 1, other_octet, *kernel, texts);
}

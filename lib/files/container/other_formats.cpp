#include "files/container/other_formats.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "files/container/fat.h"
#include "ground/base/words.h"

namespace symkit::container {
namespace {

using namespace std::string_view_literals;

struct Signature {
  std::string_view bytes;
  std::string_view meaning;
};

constexpr std::array signatures = std::to_array<Signature>({
    {"!<arch>\n"sv, "a static library (take its members out with `ar x`)"sv},
    {"!<thin>\n"sv, "a thin static library: only a list of object files"sv},
    {"MZ"sv, "a program for DOS"sv},
    {"Microsoft C/C++"sv, "a PDB from before 1998"sv},
    {"\x1f\x8b"sv, "compressed with gzip"sv},
    {"\x28\xb5\x2f\xfd"sv, "compressed with zstd"sv},
    {"\xfd"
     "7zXZ\0"sv,
     "compressed with xz"sv},
    {"BZh"sv, "compressed with bzip2"sv},
    {"PK\x03\x04"sv, "a zip archive (name a file in it: ARCHIVE!/FILE)"sv},
    {"BC\xc0\xde"sv, "LLVM bitcode"sv},
    {"\xde\xc0\x17\x0b"sv, "LLVM bitcode"sv},
    {"\0asm"sv, "WebAssembly of another version, or a component"sv},
    {"dyld_v1"sv, "a dyld shared cache (take its libraries out first)"sv},
    {"dex\n"sv, "Dalvik code"sv},
});

bool is_text(Bytes bytes) {
  const Bytes beginning = bytes.first(std::min<std::size_t>(bytes.size(), 512));
  return std::ranges::none_of(beginning, [](std::uint8_t c) {
    return (c < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7f;
  });
}

}  // namespace

std::string describe_other(Bytes bytes) {
  if (bytes.empty()) return "is empty";
  for (const Signature& signature : signatures)
    if (as_text(bytes).starts_with(signature.bytes))
      return say("is ", signature.meaning, ", not a binary that symkit reads");
  if (macho::is_java_class(bytes)) return "is a Java class, not a binary that symkit reads";
  if (is_text(bytes)) return "is a text file, not a binary that symkit reads";
  return "is not a binary that symkit reads";
}

}  // namespace symkit::container

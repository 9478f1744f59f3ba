// Describes a file for a search of images: its images, with their kinds, their ids and their debug
// information. Only headers and notes are read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/container/open.h"
#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"

namespace symkit::catalogue {

// The numbers are stored in files.
enum class Kind : std::uint8_t {
  Executable = 1,
  Library = 2,
  Object = 3,
  DebugFile = 4,
  Dsym = 5,
  Index = 6,
  MappingIndex = 7,
  SourceMapIndex = 8,
  Other = 9,
  BreakpadSymbols = 10,
  UnwindIndex = 11,
};
inline constexpr std::uint8_t last_kind = 11;

// "executable", "dSYM", "debug file" …
std::string_view name_of(Kind kind);

struct DescribedImage {
  ImageId id;  // empty: it has none
  Architecture architecture = Architecture::Unknown;
  Kind kind = Kind::Other;
  bool macho = false;
  std::uint64_t debug_bytes = 0;  // of .debug_info, decompressed; 0: symbols at most
  std::string debug_link = {};    // the name of its debug file, if it has one
  std::string entry = {};         // in an archive: the path of the image's entry
};

// Whether it is an index made by symkit, of any kind.
inline bool is_index(Kind kind) {
  return (kind >= Kind::Index && kind <= Kind::SourceMapIndex) || kind == Kind::UnwindIndex;
}

// Whether a file begins like one with images (an image, an archive, an index, Breakpad symbols), or is a
// compressed file with such a name, as kernel modules often are.
bool may_have_images(std::string_view name, Bytes beginning);

// An index of any kind and origin.
Result<DescribedImage> describe_index(Bytes bytes);
std::vector<DescribedImage> images_of(const container::File& file);

// Nothing if the file has no Breakpad symbols.
std::optional<DescribedImage> describe_symbols(const std::string& path);

// Also describes compressed files and the contents of archives, if they can be read. Errors name the
// path.
Result<std::vector<DescribedImage>> describe_file(const std::string& path);

}  // namespace symkit::catalogue

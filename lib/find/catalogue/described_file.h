// What a file is to somebody who looks for an image: its images, each with what it is, the id it carries, and
// what it says of its debug information. Only headers and notes are read.
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

// The numbers are written to files.
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
};
inline constexpr std::uint8_t last_kind = 10;

// "executable", "dSYM", "debug file" …
std::string_view name_of(Kind kind);

struct DescribedImage {
  ImageId id;  // empty: it carries none
  Architecture architecture = Architecture::Unknown;
  Kind kind = Kind::Other;
  bool macho = false;
  std::uint64_t debug_bytes = 0;  // of .debug_info, unpacked; 0: symbols at most
  std::string debug_link = {};    // the name of its debug file, where it says one
  std::string entry = {};         // where the file is an archive: the path of the image's entry in it
};

// An index that symkit made, of whatever.
inline bool is_index(Kind kind) { return kind >= Kind::Index && kind <= Kind::SourceMapIndex; }

// Does a file begin like something that has images: an image, an archive, an index, Breakpad's symbols? Or is
// it a compressed file that is called like one of these: modules of the kernel often are.
bool may_have_images(std::string_view name, Bytes beginning);

// An index of any kind, wherever it is from.
Result<DescribedImage> describe_index(Bytes bytes);
std::vector<DescribedImage> images_of(const container::File& file);

// Nothing where the file holds no Breakpad symbols.
std::optional<DescribedImage> describe_symbols(const std::string& path);

// Also of compressed files and of what lies in archives, where that can be read. Errors name the path.
Result<std::vector<DescribedImage>> describe_file(const std::string& path);

}  // namespace symkit::catalogue

// Makes the index of an image: the complete preparation.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "debug/debuginfo/companions.h"
#include "files/container/open.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"
#include "keep/index/composition.h"
#include "keep/index/native_writer.h"

namespace symkit::symbols {

struct PrepareOptions {
  unsigned jobs = 1;
  ImageId id;  // empty: the image's own
  std::string image_name = {};
  WarningSink warn = [](const std::string&) {};
  // Called from workers as bytes of debug information are done.
  std::function<void(std::uint64_t)> advanced = [](std::uint64_t) {};
  std::function<void(std::uint64_t)> advanced_elsewhere = [](std::uint64_t) {};  // in its companions
  // The files with the rest of its debug information; null: only the image is read. What they return is
  // used until prepare() is done.
  debuginfo::Companions* companions = nullptr;
  // Whether a person named the image. If not (it was found in a folder), an image whose debug map finds
  // none of its object files is not reported: it is as good as stripped.
  bool was_named = true;
  // Called now and then while sections are decompressed, and by all workers at the end: the pages that
  // were read of this one of `parts` equal parts of the file may leave memory.
  std::function<void(std::size_t part, std::size_t parts)> release_pages = [](std::size_t, std::size_t) {};
  // The same for a section, now and then from workers while it is read.
  std::function<void(Bytes)> done_with = [](Bytes) {};
  bool columns = false;       // keep columns from DWARF, too
  bool variables = false;     // keep variables, too
  bool declarations = false;  // of functions, and discriminators
  // If not null: receives the unit of each piece of the index's code, to find out what takes the space.
  index::UnitRanges* units = nullptr;
};

// The size of the debug information to be read: the total for `advanced`.
std::uint64_t debug_bytes(const container::Image& image);
// The same including the object files of a debug map, which are opened for that.
std::uint64_t debug_bytes(const container::Image& image, debuginfo::Companions& companions, unsigned jobs);

// How much work that is expected to be, in bytes as they are stored: decompressing adds to it. With a guess
// at what the object files have: none is opened. `companions` may be null.
std::uint64_t expected_work(const container::Image& image, debuginfo::Companions* companions);

// A fingerprint of the image's sections: the same for the same file, different for a stripped copy of it.
std::uint64_t source_stamp(const container::Image& image);
// The same for an index that was made while the file that the image shares with others was missing.
std::uint64_t stamp_without_supplementary(const container::Image& image);

// Whether its index can keep columns: if it has DWARF.
bool may_have_columns(const container::Image& image, debuginfo::Companions* companions);

// Empty if the image has neither debug information nor code symbols.
Result<std::vector<std::uint8_t>> prepare(const container::Image& image, const PrepareOptions& options);

}  // namespace symkit::symbols

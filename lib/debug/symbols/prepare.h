// From an image to its index: the whole of preparation.
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
  // The files that have the rest of its debug information; null: what is not in the image is not read. What
  // they handed out is used until prepare() is done.
  debuginfo::Companions* companions = nullptr;
  // Whether a person named it. What lies in a folder beside others is not told of that has a debug map and
  // none of its object files: it is as good as stripped.
  bool was_named = true;
  // Called now and then while sections are being unpacked, and from all workers at the end: pages of the file
  // that were read, of so many equal parts of it this one, need not stay in memory.
  std::function<void(std::size_t part, std::size_t parts)> release_pages = [](std::size_t, std::size_t) {};
  // The same of a section, now and then from workers while it is read.
  std::function<void(Bytes)> done_with = [](Bytes) {};
  bool columns = false;       // of DWARF are kept, too
  bool variables = false;     // the same
  bool declarations = false;  // of functions, and discriminators
  // Where not null: filled with the units that the index's code is of, to tell what it is made of.
  index::UnitSpans* units = nullptr;
};

// How much debug information there is to read: the whole that `advanced` counts up to.
std::uint64_t debug_bytes(const container::Image& image);
// The same with that of its object files, where it has a debug map: these are opened for that.
std::uint64_t debug_bytes(const container::Image& image, debuginfo::Companions& companions, unsigned jobs);

// A fingerprint of the image's sections: equal for the same file, different for a stripped copy of it.
std::uint64_t source_stamp(const container::Image& image);
// The same of an index that was made while what the image shares with others was not there.
std::uint64_t stamp_without_supplementary(const container::Image& image);

// Whether its index can keep columns: DWARF has them.
bool may_have_columns(const container::Image& image, debuginfo::Companions* companions);

// Empty where the image has neither debug information nor symbols of code.
Result<std::vector<std::uint8_t>> prepare(const container::Image& image, const PrepareOptions& options);

}  // namespace symkit::symbols

// The information on the image that every source gets: where it has code and, on request, its outline;
// and, for an excerpt, which part of the code is wanted.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "debug/debuginfo/code_ranges.h"
#include "debug/debuginfo/object_finder.h"
#include "debug/debuginfo/unit_finder.h"
#include "debug/symbols/outline.h"
#include "debug/symbols/prepare.h"
#include "files/container/image.h"
#include "files/dwarf/sections.h"
#include "files/golang/program.h"
#include "ground/base/address.h"
#include "ground/base/result.h"

namespace symkit::symbols {

// What excerpts share. It finds the debug information at an address: of the image's units, or in the object
// files that it was linked from; null: it has none of these.
struct Finders {
  debuginfo::UnitFinder* units = nullptr;
  debuginfo::ObjectFinder* objects = nullptr;
  const Result<std::optional<golang::Program>>* go = nullptr;  // null: it was not looked for
};

class Layout {
 public:
  Layout(const container::Image& image, const PrepareOptions& options)
      : image_(image), options_(options), code_(image) {}

  // For an excerpt that tells what is at the address, and at the others from `first` to `last` as far as
  // the same things decide.
  Layout(const container::Image& image, const PrepareOptions& options, FileAddress address, FileAddress first,
         FileAddress last, Outline::Said& said, const Finders& finders)
      : Layout(image, options) {
    address_ = address;
    finders_ = finders;
    outline_ = Outline::near(image, code_, first, last, said, wanted_);
    std::call_once(once_, [] {});
  }

  // The address of an excerpt; nothing: everything is wanted.
  const std::optional<FileAddress>& address() const { return address_; }
  // The range around it for which the excerpt is made. Finding units narrows it.
  dwarf::Range& wanted() const { return wanted_; }
  const Finders& finders() const { return finders_; }

  const container::Image& image() const { return image_; }
  const PrepareOptions& options() const { return options_; }
  const debuginfo::CodeRanges& code() const { return code_; }
  void warn(const std::string& what) const {
    const std::scoped_lock lock(warning_);
    options_.warn(what);
  }
  const Result<Outline>& outline() const {
    std::call_once(once_, [this] { outline_ = Outline::of(image_, code_); });
    return outline_;
  }

 private:
  const container::Image& image_;
  const PrepareOptions& options_;
  debuginfo::CodeRanges code_;
  std::optional<FileAddress> address_;
  Finders finders_;
  mutable dwarf::Range wanted_{0, UINT64_MAX};
  mutable std::mutex warning_;
  mutable std::once_flag once_;
  mutable Result<Outline> outline_;
};

}  // namespace symkit::symbols

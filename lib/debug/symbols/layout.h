// The information on the image that every source gets: where it has code and, on request, its outline.
#pragma once

#include <mutex>
#include <string>

#include "debug/symbols/outline.h"
#include "debug/symbols/prepare.h"

namespace symkit::symbols {

class Layout {
 public:
  Layout(const container::Image& image, const PrepareOptions& options)
      : image_(image), options_(options), code_(image) {}

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
  mutable std::mutex warning_;
  mutable std::once_flag once_;
  mutable Result<Outline> outline_;
};

}  // namespace symkit::symbols

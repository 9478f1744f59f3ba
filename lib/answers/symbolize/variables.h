// The variables of an image: finds the one that contains an address, or those of a name. For one thread;
// the image is shared.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "answers/symbolize/open_image.h"
#include "ground/base/address.h"
#include "keep/index/native_index.h"

namespace symkit::symbolize {

struct Variable {
  std::string name = {};  // mangled; empty: not known
  FileAddress begin = {};
  std::uint64_t size = 0;  // 0: not known
  std::string file = {};   // the declaration's file, or the file it belongs to; empty: not known
  std::uint32_t line = 0;
};

class Variables {
 public:
  // Opened by the first lookup. Finds nothing if the image has no variables or was indexed without them.
  explicit Variables(std::shared_ptr<const OpenImage> image) : image_(std::move(image)) {}

  std::optional<Variable> at(FileAddress address);
  std::optional<FileAddress> named(std::string_view name);

 private:
  const index::NativeIndex* index();

  std::shared_ptr<const OpenImage> image_;
  std::optional<index::NativeIndex> index_;
  bool is_tried_ = false;
  index::Answer answer_;
};

}  // namespace symkit::symbolize

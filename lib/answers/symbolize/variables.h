// The variables of an image: which one holds an address, and where one of a name is. One thread's own; the
// image is shared.
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
  std::uint64_t size = 0;  // 0: nobody says
  std::string file = {};   // where it is declared, or only of which file it is; empty: not known
  std::uint32_t line = 0;
};

class Variables {
 public:
  // Of an image that has none, or was indexed without them, nothing is found. Opened by the first question.
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

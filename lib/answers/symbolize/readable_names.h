// Which functions of an image have a name that a log has made readable ("market::Book::match(int)"): all of
// them, whatever their parameters, or none where that is not sure. Indexes know mangled names: those that
// have the name's last word in them are made readable, too, and compared.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/symbolize/open_image.h"
#include "ground/base/address.h"

namespace symkit::symbolize {

class ReadableNames {
 public:
  // To be called with all names of a stack before the first is asked for: each time may be one pass over the
  // image's names. `plain` as plain_function() gives it. `image_key` stands for the image.
  void look_for(std::span<const std::string> plain, const std::string& image_key, const OpenImage& image);
  std::span<const ImageOffset> find(const std::string& plain, const std::string& image_key) const;
  void clear() { images_.clear(); }

 private:
  using Functions = std::map<std::string, std::vector<ImageOffset>, std::less<>>;
  struct OfImage {
    Functions functions;  // none: looked for in vain
    std::size_t passes = 0;
  };
  std::map<std::string, OfImage, std::less<>> images_;
};

}  // namespace symkit::symbolize

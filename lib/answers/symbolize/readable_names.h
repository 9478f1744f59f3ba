// Finds the functions of an image by a name that a log has demangled ("market::Book::match(int)"): all of
// them, whatever their parameters, or none if that is uncertain. Indexes have mangled names: those that
// contain the name's last word are demangled, too, and compared.
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
  // Must be called with all names of a stack before the first is looked up, as each call may be one pass
  // over the image's names. `plain`: as from plain_function(). `image_key` identifies the image.
  void look_for(std::span<const std::string> plain, const std::string& image_key, const OpenImage& image);
  std::span<const ImageOffset> find(const std::string& plain, const std::string& image_key) const;
  void clear() { images_.clear(); }

 private:
  using Functions = std::map<std::string, std::vector<ImageOffset>, std::less<>>;
  struct OfImage {
    Functions functions;  // empty: searched in vain
    std::size_t passes = 0;
  };
  std::map<std::string, OfImage, std::less<>> images_;
};

}  // namespace symkit::symbolize

// The images that logs name: what was found for each, and its resolver. For one thread.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>

#include "answers/symbolize/image_resolver.h"
#include "answers/symbolize/image_source.h"

namespace symkit::symbolize {

struct KnownImage {
  Match match;
  std::unique_ptr<ImageResolver> resolver = {};  // null: there is no image
  unsigned revision = 0;
};

class ImageCache {
 public:
  ImageCache(ImageSource& source, Dialect dialect, NameStyle names)
      : source_(source), dialect_(dialect), names_(names) {}

  // Valid until the next call.
  KnownImage& find(const ImageReference& image);

 private:
  bool is_stale(const KnownImage& known, const ImageReference& image) const;
  void open_resolver(KnownImage& image);
  void bound_parts();

  ImageSource& source_;
  Dialect dialect_;
  NameStyle names_;
  std::map<std::string, KnownImage, std::less<>> images_;
  std::list<KnownImage*> in_parts_;  // images in parts that have a resolver; the most recently used is first
  unsigned turns_ = 0;               // to one of them
  std::string key_;
  std::string last_key_;
  KnownImage* last_ = nullptr;
};

}  // namespace symkit::symbolize

// An image offset in, readable frames out, whether the image is in one part or in many: a resolver for each
// part that was asked lately. One thread's own; the image is shared.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>

#include "answers/symbolize/open_image.h"
#include "answers/symbolize/resolver.h"

namespace symkit::symbolize {

class ImageResolver {
 public:
  ImageResolver(std::shared_ptr<const OpenImage> image, Dialect dialect,
                NameStyle names = NameStyle::Readable)
      : image_(std::move(image)), dialect_(dialect), names_(names) {}

  // Null where nothing is known of the offset, or where trouble() says why nobody can tell.
  const Resolution* resolve(ImageOffset offset) {
    trouble_.clear();
    if ((desks_.empty() || !desks_.front().part.holds(offset)) && !turn_to(offset)) return nullptr;
    return desks_.front().resolver.resolve(offset);
  }
  // The part that the last answer is from, and names of it as they are printed.
  const std::shared_ptr<const NativeImage>& part() const { return desks_.front().part.image; }
  std::string name_of(index::NameId name) { return desks_.front().resolver.name_of(name); }
  // What one of the functions that share code has there, by its place in the index of what differs; after
  // resolve() for the code itself.
  const Resolution* resolve_member(ImageOffset place);
  // How many parts are held.
  std::size_t parts() const { return desks_.size(); }
  // Of the last offset: valid until the next.
  const std::string& trouble() const { return trouble_; }

 private:
  bool turn_to(ImageOffset offset);

  struct Desk {
    OpenImage::Part part;
    Resolver resolver;
    std::unique_ptr<Resolver> members = {};
  };
  std::shared_ptr<const OpenImage> image_;
  Dialect dialect_;
  NameStyle names_;
  std::list<Desk> desks_;  // the one that was asked last stands first
  std::map<ImageOffset, std::list<Desk>::iterator> by_first_;
  std::string trouble_;
};

}  // namespace symkit::symbolize

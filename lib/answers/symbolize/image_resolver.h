// Resolves an image offset into readable frames, for an image in one piece or in parts: with a resolver
// for each recently used part. For one thread; the image is shared.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "answers/symbolize/open_image.h"
#include "answers/symbolize/resolver.h"

namespace symkit::symbolize {

class ImageResolver {
 public:
  // `texts`: those of an image in one piece, if threads share them.
  ImageResolver(std::shared_ptr<const OpenImage> image, Dialect dialect,
                NameStyle names = NameStyle::Readable, Texts* texts = nullptr)
      : image_(std::move(image)), dialect_(dialect), names_(names), texts_(texts) {}

  // Null if nothing is known about the offset, or if data is unavailable: see trouble().
  const Resolution* resolve(ImageOffset offset) {
    trouble_.clear();
    return turn_to(offset) ? open_parts_.front().resolver.resolve(offset) : nullptr;
  }
  // Several offsets, which are looked up at once if they are in one part. Their answers can then be read
  // by number, in any order, until the next lookup.
  void look_up(std::span<const ImageOffset> offsets);
  const Resolution* answer(std::size_t number) {
    return at_once_ ? open_parts_.front().resolver.answer(number) : resolve(offsets_[number]);
  }
  // The part of the last answer, and names in it as printed.
  const std::shared_ptr<const NativeImage>& part() const { return open_parts_.front().part.image; }
  std::string name_of(index::NameId name) { return open_parts_.front().resolver.name_of(name); }
  // The frames of one of the functions that share the code, by its place in the index of differences; to
  // be called after resolve() for the code itself.
  const Resolution* resolve_member(ImageOffset place);
  // The number of parts in use.
  std::size_t parts() const { return open_parts_.size(); }
  // For the last offset; valid until the next.
  const std::string& trouble() const { return trouble_; }

 private:
  bool turn_to(ImageOffset offset) {
    return (!open_parts_.empty() && open_parts_.front().part.holds(offset)) || open_part(offset);
  }
  bool open_part(ImageOffset offset);

  struct OpenPart {
    OpenImage::Part part;
    Resolver resolver;
    std::unique_ptr<Resolver> members = {};
  };
  std::shared_ptr<const OpenImage> image_;
  Dialect dialect_;
  NameStyle names_;
  Texts* texts_;
  std::vector<ImageOffset> offsets_;  // of the last look_up() …
  bool at_once_ = false;              // … if they are in one part
  std::list<OpenPart> open_parts_;    // the most recently used is first
  std::map<ImageOffset, std::list<OpenPart>::iterator> by_first_;
  std::string trouble_;
};

}  // namespace symkit::symbolize

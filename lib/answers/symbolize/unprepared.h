// The interface of an image that has no index yet and answers all the same, from what each answer needs
// of its debug information. It prepares the index once that costs less. Thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "answers/symbolize/image_part.h"
#include "answers/symbolize/native_image.h"
#include "ground/base/address.h"
#include "ground/base/result.h"
#include "keep/index/facts.h"

namespace symkit::symbolize {

class Unprepared {
 public:
  virtual ~Unprepared() = default;

  // What is known without debug information.
  virtual const index::Facts& facts() const = 0;
  // Whether a signal handler returns to the address.
  virtual bool is_trampoline(ImageOffset offset) const = 0;
  // As OpenImage::part().
  virtual Result<ImagePart> part(ImageOffset offset) = 0;
  // As in NativeIndex.
  virtual Result<std::vector<ImageOffset>> functions_named(std::string_view name) = 0;
  // Prepares the index, if that has not been done yet.
  virtual Result<std::shared_ptr<const NativeImage>> whole() = 0;
  // Why some answer could not be given: the file is broken.
  virtual std::optional<Error> failure() const = 0;
  // Announces that these will be looked up, and maybe others.
  virtual void expect(std::span<const ImageOffset> offsets) = 0;
};

}  // namespace symkit::symbolize

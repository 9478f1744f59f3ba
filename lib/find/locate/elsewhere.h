// A provider that fetches images in the background: a missing image is requested from it without waiting,
// and is in the store later.
#pragma once

#include <string>

#include "ground/base/image_reference.h"

namespace symkit::locate {

class Elsewhere {
 public:
  Elsewhere() = default;
  Elsewhere(const Elsewhere&) = delete;
  Elsewhere& operator=(const Elsewhere&) = delete;
  virtual ~Elsewhere() = default;

  // Requests an image, which must have an id. Returns what to report while it is being fetched; empty:
  // the provider does not have it.
  virtual std::string ask(const ImageReference& image) = 0;
  // How many times something arrived so far.
  virtual unsigned arrivals() const = 0;
};

}  // namespace symkit::locate

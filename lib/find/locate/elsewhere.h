// Somebody who may get images from elsewhere, meanwhile: he is asked for one that is not here, nobody waits
// for him, and what he has got lies in the store later on.
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

  // The image has an id. What is to be said of it while it is looked for; empty: he has nothing of it.
  virtual std::string ask(const ImageReference& image) = 0;
  // How often something came so far.
  virtual unsigned arrivals() const = 0;
};

}  // namespace symkit::locate

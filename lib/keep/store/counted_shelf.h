// A shelf that counts its lookups.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "keep/store/counts.h"
#include "keep/store/forwarding_shelf.h"

namespace symkit::store {

class CountedShelf final : public ForwardingShelf {
 public:
  CountedShelf(std::unique_ptr<Shelf> shelf, Count& count)
      : ForwardingShelf(std::move(shelf)), count_(count) {}

  std::vector<Found> get(std::span<const Key> keys) override;

 private:
  Count& count_;
};

}  // namespace symkit::store

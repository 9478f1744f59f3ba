// The stacks of a recording by number, and the images of their code.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/image_id.h"
#include "reports/heap/recording.h"

namespace symkit::heap {

struct Image {
  std::uint32_t generation = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t slide = 0;
  ImageId id;
  std::string path;
};

struct Stack {
  std::span<const std::uint64_t> frames;  // return addresses, innermost first
  std::uint32_t generation = 0;
  bool is_cut = false;     // there was no room for its outermost frames
  bool is_broken = false;  // the outermost frame's caller could not be found
};

class Stacks {
 public:
  // Invalid data is added to `damage`.
  Stacks(const Recording& recording, Damage& damage);
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  // By number, from 1; an unknown number gives a stack without frames.
  Stack stack(std::uint32_t number) const;
  std::uint32_t count() const { return static_cast<std::uint32_t>(records_.size()); }

  const std::vector<Image>& images() const { return images_; }
  // Nullptr: no known image.
  const Image* image_of(std::uint32_t generation, std::uint64_t address) const;

 private:
  struct Record {
    std::size_t begin = 0;  // in frames_
    std::uint32_t count = 0;
    std::uint32_t generation = 0;
    std::uint16_t flags = 0;
    bool is_broken = false;
  };
  bool read_stacks(Bytes contents);
  bool read_images(Bytes contents);

  std::size_t most_stacks_ = 0;
  std::vector<Record> records_;
  std::vector<std::uint64_t> frames_;
  std::vector<Image> images_;  // by generation and address
};

}  // namespace symkit::heap

// Writes the sections on folded functions.
#pragma once

#include <vector>

#include "keep/index/encoding.h"
#include "keep/index/envelope.h"
#include "keep/index/name_pool.h"
#include "keep/index/native_writer.h"

namespace symkit::index {

class FoldingSections {
 public:
  FoldingSections(const NativeContent& content, const NamePool& pool, unsigned jobs);

  // The sections that are not empty; they are views of this object.
  void append_to(std::vector<SectionContent>& sections) const;

 private:
  void put_ranges(const NativeContent& content, const NamePool& pool, unsigned jobs);
  void put_jumps(const NativeContent& content, const NamePool& pool);

  Buffer ranges_;
  Buffer members_;
  Buffer jumps_;
  std::vector<std::uint8_t> folded_;
};

}  // namespace symkit::index

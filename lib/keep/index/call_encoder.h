// Encodes where the functions of an index call others, by return address.
#pragma once

#include <span>
#include <vector>

#include "keep/index/encoding.h"
#include "keep/index/envelope.h"
#include "keep/index/folding_format.h"
#include "keep/index/name_pool.h"
#include "keep/index/native_writer.h"

namespace symkit::index {

struct PlacedCall {
  std::uint64_t returns_to = 0;
  CallKind kind = CallKind::Indirect;
  std::uint32_t callee = 0;  // the number of its name, or its own
  bool operator==(const PlacedCall&) const = default;
};

struct EncodedCalls {
  Buffer calls;
  Buffer groups;

  // The sections, if there are any calls; they are views of this object.
  void append_to(std::vector<SectionContent>& sections) const;
};

EncodedCalls encode_calls(const NativeContent& content, const NamePool& pool);
// Sorted by return address.
EncodedCalls encode_calls(std::span<const PlacedCall> calls, unsigned name_width);

}  // namespace symkit::index

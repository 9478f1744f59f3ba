// Encodes a class for an index: its methods by name, each with all that the engine needs, and its fields.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "answers/retrace/class_reader.h"
#include "keep/index/encoding.h"

namespace symkit::retrace {

// The numbers of strings, and of types with arguments, in an index.
struct Numbers {
  std::function<std::uint32_t(std::string_view)> of_string;
  std::function<std::uint32_t(const Signature&)> of_shape;
};

void encode_body(index::Buffer& out, const ReadClass& content, const Numbers& numbers);

// Every signature for which encode_body() needs a number.
void for_each_signature(const ReadClass& content, const std::function<void(const Signature&)>& take);

// For each range, the member with the same signature, which is nearly always its own; `none` if there is
// none.
void members_by_signature(const MethodGroup& group, std::size_t signatures,
                          std::vector<std::uint32_t>& members);

}  // namespace symkit::retrace

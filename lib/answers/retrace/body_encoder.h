// How a class stands in an index: its methods by name, each with all that the engine wants, and its fields.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "answers/retrace/class_reader.h"
#include "keep/index/encoding.h"

namespace symkit::retrace {

// The numbers under which an index knows strings, and types with arguments.
struct Numbers {
  std::function<std::uint32_t(std::string_view)> of_string;
  std::function<std::uint32_t(const Signature&)> of_shape;
};

void encode_body(index::Buffer& out, const ReadClass& content, const Numbers& numbers);

// Every signature that encode_body() will ask for.
void for_each_signature(const ReadClass& content, const std::function<void(const Signature&)>& take);

// For every range the member with the same signature, which is nearly always its own; `none` where there is
// none.
void members_by_signature(const MethodGroup& group, std::size_t signatures,
                          std::vector<std::uint32_t>& members);

}  // namespace symkit::retrace

// How a class stands in an index: its methods by name, each with all that the engine wants, and its fields.
#pragma once

#include <functional>
#include <string_view>

#include "index/encoding.h"
#include "retrace/class_reader.h"

namespace symkit::retrace {

// The number of a string.
using NumberOf = std::function<std::uint32_t(std::string_view)>;

void encode_body(index::Buffer& out, const ReadClass& content, const NumberOf& number_of);

// Every string that encode_body() will ask for.
void for_each_string(const ReadClass& content, const std::function<void(std::string_view)>& take);

}  // namespace symkit::retrace

// Writes JSON onto the end of a string, member by member. The caller pairs begins and ends; the writer
// places commas and ensures that the output is UTF-8 on a single line.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace symkit::print {

class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

  void key(std::string_view name);

  void value(std::string_view text);
  void value(double number);  // null if the number is not finite
  void null();

  template <std::integral T>
  void value(T number) {
    if constexpr (std::same_as<T, bool>) {
      literal(number ? "true" : "false");
    } else {
      literal(std::to_string(number));
    }
  }
  void value(const char* text) { value(std::string_view(text)); }  // a pointer would convert to bool

  template <class T>
  void member(std::string_view name, const T& content) {
    key(name);
    value(content);
  }

 private:
  void open(char bracket);
  void close(char bracket);
  void separate();
  void literal(std::string_view text);
  void quoted(std::string_view text);

  std::string& out_;
  bool comma_ = false;  // there is an element before, on this level
};

}  // namespace symkit::print

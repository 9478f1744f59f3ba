// Writes JSON onto the end of a string, member by member. The caller pairs begins and ends; the writer
// places commas and ensures that the output is UTF-8 on a single line.
#pragma once

#include <concepts>
#include <cstdint>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>

namespace symkit::print {

class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  void begin_object() { open('{'); }
  void begin_object(std::string_view name) { key(name), begin_object(); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void begin_array(std::string_view name) { key(name), begin_array(); }
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

  // An array of values.
  template <std::ranges::range All>
    requires(!std::convertible_to<const All&, std::string_view>)
  void value(const All& all) {
    begin_array();
    for (const auto& one : all) value(one);
    end_array();
  }

  template <class T>
  void member(std::string_view name, const T& content) {
    key(name);
    value(content);
  }

  // An array of objects, of which `write(one)` writes the members.
  template <std::ranges::range All, class Write>
  void objects(std::string_view name, All&& all, Write write) {
    begin_array(name);
    for (auto&& one : all) {
      begin_object();
      write(one);
      end_object();
    }
    end_array();
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

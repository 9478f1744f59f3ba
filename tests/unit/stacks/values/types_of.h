// Types made by hand, and the bytes that values of them consist of.
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/base/bytes.h"
#include "keep/variables/type.h"
#include "keep/variables/variable.h"
#include "stacks/unwind/memory.h"
#include "stacks/values/text.h"

using symkit::variables::Encoding;
using symkit::variables::Kind;
using symkit::variables::Member;
using symkit::variables::Type;
using symkit::variables::TypeId;

class TypesOf final : public symkit::variables::Source {
 public:
  TypesOf() : types_(1) {}

  const symkit::variables::Function* function_at(std::uint64_t) override { return nullptr; }
  const symkit::variables::CallSite* call_before(std::uint64_t) override { return nullptr; }
  const Type& type(TypeId id) override { return types_[id < types_.size() ? id : 0]; }
  symkit::variables::Variable variable(symkit::variables::VariableId, std::uint64_t) override { return {}; }

  TypeId add(Type type) {
    types_.push_back(std::move(type));
    return static_cast<TypeId>(types_.size() - 1);
  }
  Type& at(TypeId id) { return types_[id]; }

  TypeId base(std::string name, Encoding encoding, std::uint64_t size) {
    Type type{.kind = Kind::Base, .encoding = encoding, .has_size = true, .size = size};
    type.name = std::move(name);
    return add(std::move(type));
  }
  TypeId integer() { return base("int", Encoding::Signed, 4); }
  TypeId character() { return base("char", Encoding::SignedCharacter, 1); }
  TypeId word() { return base("long unsigned int", Encoding::Unsigned, 8); }

  TypeId to(TypeId of, Kind kind = Kind::Pointer) {
    return add({.kind = kind, .has_size = kind != Kind::Const && kind != Kind::Alias, .size = 8, .of = of});
  }
  TypeId alias(std::string name, TypeId of) {
    Type type{.kind = Kind::Alias, .of = of};
    type.name = std::move(name);
    return add(std::move(type));
  }
  TypeId array(TypeId of, std::vector<std::uint64_t> counts) {
    Type type{.kind = Kind::Array, .of = of};
    for (const std::uint64_t count : counts) type.dimensions.push_back({count, 0});
    return add(std::move(type));
  }
  TypeId record(std::string name, std::uint64_t size, std::vector<Member> members) {
    Type type{.kind = Kind::Record, .has_size = true, .size = size};
    type.name = std::move(name);
    type.members = std::move(members);
    return add(std::move(type));
  }
  TypeId enumeration(std::string name, std::vector<symkit::variables::Enumerator> enumerators) {
    Type type{.kind = Kind::Enumeration, .has_size = true, .size = 4};
    type.name = std::move(name);
    type.enumerators = std::move(enumerators);
    return add(std::move(type));
  }

 private:
  std::deque<Type> types_;
};

inline Member member(std::string_view name, TypeId type, std::uint64_t offset) {
  return {.name = name, .type = type, .offset = offset};
}
inline Member base_class(TypeId type, std::uint64_t offset) {
  return {.type = type, .offset = offset, .is_base = true};
}

// Stretches of bytes at addresses.
class PlacesOf final : public symkit::unwind::Memory {
 public:
  symkit::Bytes at(std::uint64_t address, std::uint64_t size) const override {
    auto next = places_.upper_bound(address);
    if (next == places_.begin()) return {};
    const auto& [begin, bytes] = *--next;
    if (address - begin >= bytes.size()) return {};
    const std::string_view rest = std::string_view(bytes).substr(address - begin);
    return symkit::as_bytes(rest.substr(0, size));
  }

  void put(std::uint64_t address, std::string bytes) { places_[address] = std::move(bytes); }
  // Numbers of eight bytes.
  void put_words(std::uint64_t address, const std::vector<std::uint64_t>& words) {
    std::string bytes;
    for (const std::uint64_t word : words) bytes += raw(word);
    put(address, bytes);
  }

  template <class T>
  static std::string raw(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
  }

 private:
  std::map<std::uint64_t, std::string> places_;
};

// A program's types and memory; what is printed is at 0x1000.
struct Program {
  TypesOf types;
  PlacesOf memory;
  symkit::values::Surroundings where{types, memory};

  symkit::values::Text shown_at(std::uint64_t address, TypeId type) {
    return text_of(symkit::values::Object(memory, address), type, where);
  }
  std::string shown(std::string bytes, TypeId type) {
    memory.put(0x1000, std::move(bytes));
    return shown_at(0x1000, type).text;
  }
  template <class T>
  std::string shown_of(const T& value, TypeId type) {
    return shown(PlacesOf::raw(value), type);
  }
};

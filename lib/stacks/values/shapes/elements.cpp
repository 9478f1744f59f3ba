#include "stacks/values/shapes/elements.h"

#include "ground/base/words.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

// What a map's key says of its value, as a variable's name does.
bool is_secret_key(const Printer& out, const Part& key) {
  const Type& type = out.bare(key.type);
  if (type.kind != Kind::Record) return false;
  const auto text = text_in(out, {key.object, type});
  return text && out.where().is_secret(*text);
}

// An element where there is no memory is the last: a length is not believed further than that.
bool print_element(Printer& out, std::uint64_t at, TypeId element, Level level) {
  if (out.size_of(element) != 0 && out.where().memory.at(at, 1).empty()) return out.put_unreadable(at), false;
  out.value(out.at(at), element, level);
  return true;
}

}  // namespace

void print_numbered(Printer& out, Level level, TypeId element, const NextElement& next) {
  Children children(out, level);
  std::uint64_t i = 0;
  for (auto at = next(); at; at = next(), ++i) {
    if (!children.begin(say("[", i, "]")) || !print_element(out, *at, element, children.level())) break;
  }
  children.end();
}

void print_listed(Printer& out, Level level, TypeId element, const NextElement& next) {
  Children children(out, level);
  for (auto at = next(); at && children.begin(); at = next())
    if (!print_element(out, *at, element, children.level())) break;
  children.end();
}

bool print_entry(Printer& out, Children& children, const Part& key, const Part& value) {
  if (!children.begin_key()) return false;
  out.value(key.object, key.type, children.level());
  if (!children.begin_value()) return false;
  if (is_secret_key(out, key))
    out.put_redacted();
  else
    out.value(value.object, value.type, children.level());
  return true;
}

void print_pairs(Printer& out, Level level, TypeId pair, const NextElement& next, const PairNames& names) {
  Children children(out, level);
  for (auto at = next(); at; at = next()) {
    if (out.where().memory.at(*at, 1).empty()) break;
    const Part element{out.at(*at), pair};
    const auto key = part_of(out, element, {names.key}), value = part_of(out, element, {names.value});
    if (!key || !value || !print_entry(out, children, *key, *value)) break;
  }
  children.end();
}

}  // namespace symkit::values

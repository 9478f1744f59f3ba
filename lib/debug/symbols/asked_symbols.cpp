#include "debug/symbols/asked_symbols.h"

#include <utility>

namespace symkit::symbols {
namespace {

// Sorting costs about as much as these.
constexpr unsigned few_questions = 32;

}  // namespace

Result<container::Image::Nearby> AskedSymbols::near(FileAddress first, FileAddress last) {
  const auto many = sorted();
  if (!many) return fail(many.error());
  if (*many != nullptr) return (*many)->near(first, last);
  if (!all_) {
    auto quick = image_.symbols_near(first, last);
    if (!quick) return fail(quick.error());
    if (*quick) return std::move(**quick);
  }
  if (const auto read = read_all(); !read) return fail(read.error());
  return image_.nearby_of(*all_, first, last);
}

Result<container::Image::Named> AskedSymbols::named(std::string_view name) {
  const auto many = sorted();
  if (!many) return fail(many.error());
  if (*many != nullptr) return (*many)->named(name);
  if (!all_) {
    auto quick = image_.symbols_named(name);
    if (!quick) return fail(quick.error());
    if (*quick) return std::move(**quick);
  }
  if (const auto read = read_all(); !read) return fail(read.error());
  return image_.named_among(*all_, name);
}

Result<void> AskedSymbols::read_all() {
  if (all_) return {};
  auto all = image_.symbols();
  if (!all) return fail(all.error());
  all_ = std::move(*all);
  return {};
}

Result<container::SortedSymbols*> AskedSymbols::sorted() {
  if (asked_++ < few_questions) return nullptr;
  if (const auto read = read_all(); !read) return fail(read.error());
  if (!sorted_) sorted_.emplace(image_, *all_);
  return &*sorted_;
}

}  // namespace symkit::symbols

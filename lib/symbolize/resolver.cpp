#include "symbolize/resolver.h"

#include "demangle/demangle.h"

namespace symkit::symbolize {
namespace {

constexpr std::size_t cache_limit = 32 << 20;

// Stands before the last component of a name that was put together from its scopes (docs/index-format.md).
constexpr char scope_mark = '\x1f';

}  // namespace

const Resolution* Resolver::resolve(ImageOffset offset) {
  if (!index_.lookup(offset, answer_)) return nullptr;
  if (answer_.source == index::Source::Beyond && dialect_ == Dialect::Atos) return nullptr;
  names_.drop_if_large();
  paths_.drop_if_large();
  frames_.clear();
  for (const index::ChainFrame& frame : answer_.chain)
    frames_.push_back({function_name(frame.name), path(frame.place.file), frame.place.line});
  resolution_.function_begin = answer_.begin;
  ResolvedFrame& function = frames_.back();
  // LLVM prefers the symbol table's name everywhere. Otherwise it stands in for a name that lines lack;
  // before a bare function start it would be the name of something else.
  const bool lacks_name = answer_.name == 0 && answer_.source == index::Source::LineTable;
  if (answer_.symbol != 0 && (dialect_ == Dialect::Llvm || lacks_name)) {
    function.function = function_name(answer_.symbol);
    resolution_.function_begin = answer_.symbol_begin;
  }
  if (dialect_ == Dialect::Atos && answer_.has_rows) {
    frames_.front().file = path(answer_.atos_place.file);
    frames_.front().line = answer_.atos_place.line;
  }
  resolution_.frames = frames_;
  resolution_.source = answer_.source;
  return &resolution_;
}

std::string_view Resolver::function_name(index::NameId name) {
  if (name == 0) return {};
  if (const std::string* known = names_.find(name)) return *known;
  std::string mangled;
  index_.read_name(name, mangled);
  return names_.add(name, readable(std::move(mangled)));
}

std::string_view Resolver::path(index::FileId file) {
  if (file == 0) return {};
  if (const std::string* known = paths_.find(file)) return *known;
  std::string text;
  index_.read_path(file, text);
  return paths_.add(file, std::move(text));
}

std::string Resolver::readable(std::string mangled) const {
  const std::size_t mark = mangled.find(scope_mark);
  // The one name that DWARF gives with Mach-O's underscore: of code that the outliner shared.
  if (dialect_ == Dialect::Atos && mangled.starts_with("_OUTLINED_FUNCTION_")) return mangled.substr(1);
  if (mark == std::string::npos)
    return demangle::demangle(mangled, {.keep_rust_hash = dialect_ == Dialect::Llvm});
  if (dialect_ == Dialect::Llvm) return mangled.substr(mark + 1);
  return mangled.replace(mark, 1, "::");
}

std::string* Resolver::Cache::find(std::uint32_t id) {
  const auto known = texts_.find(id);
  return known == texts_.end() ? nullptr : &known->second;
}

std::string& Resolver::Cache::add(std::uint32_t id, std::string text) {
  bytes_ += text.size() + sizeof(std::string) + 32;
  return texts_[id] = std::move(text);
}

void Resolver::Cache::drop_if_large() {
  if (bytes_ < cache_limit) return;
  texts_.clear();
  bytes_ = 0;
}

}  // namespace symkit::symbolize

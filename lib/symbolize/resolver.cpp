#include "symbolize/resolver.h"

namespace symkit::symbolize {

const Resolution* Resolver::resolve(ImageOffset offset) {
  const Dialect dialect = texts_->dialect();
  if (!texts_->index().lookup(offset, answer_)) return nullptr;
  if (answer_.source == index::Source::Beyond && dialect == Dialect::Atos) return nullptr;
  desk_.unkept.clear();
  frames_.clear();
  for (const index::ChainFrame& frame : answer_.chain)
    frames_.push_back(
        {texts_->name(frame.name, desk_), texts_->path(frame.place.file, desk_), frame.place.line});
  resolution_.function_begin = answer_.begin;
  ResolvedFrame& function = frames_.back();
  // LLVM prefers the symbol table's name everywhere. Otherwise it stands in for a name that lines lack;
  // before a bare function start it would be the name of something else.
  const bool lacks_name = answer_.name == 0 && answer_.source == index::Source::LineTable;
  if (answer_.symbol != 0 && (dialect == Dialect::Llvm || lacks_name)) {
    function.function = texts_->name(answer_.symbol, desk_);
    resolution_.function_begin = answer_.symbol_begin;
  }
  if (dialect == Dialect::Atos && answer_.has_rows) {
    frames_.front().file = texts_->path(answer_.atos_place.file, desk_);
    frames_.front().line = answer_.atos_place.line;
  }
  resolution_.frames = frames_;
  resolution_.source = answer_.source;
  return &resolution_;
}

}  // namespace symkit::symbolize

#include "answers/symbolize/resolver.h"

namespace symkit::symbolize {

const Resolution* Resolver::resolve(ImageOffset offset) {
  look_up({&offset, 1});
  return answer(0);
}

void Resolver::look_up(std::span<const ImageOffset> offsets) {
  if (answers_.size() < offsets.size()) answers_.resize(offsets.size());
  found_ = texts_->index().lookup(offsets, answers_);
  if (texts_->index().facts().has_declarations) offsets_.assign(offsets.begin(), offsets.end());
  if (offsets.size() == 1) return;
  // Texts are scattered in memory: those that will be read are prefetched.
  const auto each_frame = [&](auto take) {
    for (std::size_t i = 0; i < offsets.size(); ++i)
      if ((found_ >> i & 1) != 0)
        for (const index::ChainFrame& frame : answers_[i].chain) take(frame);
  };
  each_frame([&](const index::ChainFrame& frame) { texts_->prefetch_slots(frame.name, frame.place.file); });
  each_frame([&](const index::ChainFrame& frame) { texts_->prefetch_text(frame.name); });
}

void Resolver::add_particulars(const index::Answer& answer, std::size_t number) {
  const index::NativeIndex& index = texts_->index();
  const ImageOffset offset = offsets_[number];
  frames_.front().discriminator = index.discriminators().at(offset);
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const index::ChainFrame& frame = answer.chain[i];
    const auto declared = index.declarations().of(frame.name, frame.place.file);
    frames_[i].declared_file = texts_->path(declared.file, scratch_);
    frames_[i].declared_line = declared.line;
    frames_[i].file_root = index.file_roots().of(frame.place.file);
    frames_[i].declared_file_root = index.file_roots().of(declared.file);
    if (i + 1 == frames_.size()) break;
    const auto inlined = index.inlined_begins().at(offset, frames_.size() - 1 - i, answer.begin);
    frames_[i].inlined_begin = inlined.begin;
    frames_[i + 1].discriminator = inlined.discriminator;
  }
}

const Resolution* Resolver::answer(std::size_t number) {
  const Dialect dialect = texts_->dialect();
  if ((found_ >> number & 1) == 0) return nullptr;
  const index::Answer& answer = answers_[number];
  if (answer.source == index::Source::Beyond && dialect == Dialect::Atos) return nullptr;
  scratch_.unkept.clear();
  frames_.clear();
  for (const index::ChainFrame& frame : answer.chain)
    frames_.push_back({texts_->name(frame.name, scratch_), texts_->path(frame.place.file, scratch_),
                       frame.place.line, frame.place.column});
  resolution_.function_begin = answer.begin;
  resolution_.function_end = answer.end;
  ResolvedFrame& function = frames_.back();
  // LLVM always prefers the symbol table's name. Otherwise that name is used if the lines have none; with
  // a mere function start it would be the name of something else. A function that debug information
  // describes without a name (dwz has moved it) has that of the symbol at its beginning.
  const bool is_its_symbol =
      answer.source == index::Source::LineTable ||
      (answer.source == index::Source::DebugInfo && answer.symbol_begin.value == answer.begin.value);
  const bool lacks_name = answer.name == 0 && is_its_symbol;
  if (answer.symbol != 0 && (dialect == Dialect::Llvm || lacks_name)) {
    function.function = texts_->name(answer.symbol, scratch_);
    resolution_.function_begin = answer.symbol_begin;
    resolution_.function_end = answer.symbol_end;
  }
  if (dialect == Dialect::Gnu && texts_->is_composed(answer.chain.front().name, scratch_))
    frames_.front().function = answer.symbol != 0 ? texts_->name(answer.symbol, scratch_) : function.function;
  if (answer.source == index::Source::SplitLines && !function.function.empty()) {
    function.file = {};  // a place in the inlined function's code
    function.line = function.column = 0;
  } else if (dialect == Dialect::Atos && answer.has_rows) {
    frames_.front().file = texts_->path(answer.atos_place.file, scratch_);
    frames_.front().line = answer.atos_place.line;
    frames_.front().column = answer.atos_place.column;
  }
  if (texts_->index().facts().has_declarations) add_particulars(answer, number);
  resolution_.frames = frames_;
  resolution_.source = answer.source;
  return &resolution_;
}

}  // namespace symkit::symbolize

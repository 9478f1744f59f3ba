#include "debug/verify/teller.h"

#include <string_view>

#include "ground/base/scope_mark.h"
#include "ground/base/words.h"

namespace symkit::verify {
namespace {

std::string_view text_of(index::Source source) {
  switch (source) {
    case index::Source::DebugInfo: return "debug information";
    case index::Source::LineTable: return "a line table";
    case index::Source::SymbolTable: return "the symbol table";
    case index::Source::FunctionStart: return "function starts";
    case index::Source::Beyond: return "a symbol before";
    case index::Source::SplitLines: return "a line table of split DWARF";
    case index::Source::GoTable: return "Go's table";
  }
  return "nowhere";
}

}  // namespace

std::string range_text(std::uint64_t begin, std::uint64_t end) { return say(hex(begin), "-", hex(end)); }

const std::string& Teller::tell(std::uint64_t offset) {
  if (!index_.lookup({offset}, answer_)) return text_ = "nothing";
  text_ = say(answer_.is_part ? "part " : "", range_text(answer_.begin.value, answer_.end.value));
  add_frames();
  if (answer_.symbol != 0) {
    text_ += ", symbol";
    add_name(answer_.symbol);
    text_ += say(" at ", hex(answer_.symbol_begin.value));
  }
  return text_ += say(", from ", text_of(answer_.source));
}

const std::string& Teller::tell_frames(std::uint64_t offset) {
  text_.clear();
  if (!index_.lookup({offset}, answer_)) return text_ = "nothing";
  add_frames();
  return text_;
}

std::string Teller::name(index::NameId name) {
  text_.clear();
  add_name(name);
  return text_.substr(1);
}

void Teller::add_frames() {
  for (const index::ChainFrame& frame : answer_.chain) {
    add_name(frame.name);
    add_place(frame.place);
  }
  text_ += ", for atos";
  add_place(answer_.atos_place);
}

void Teller::add_name(index::NameId name) {
  part_.clear();
  index_.read_name(name, part_);
  const std::size_t mark = part_.find(scope_mark);
  if (mark != std::string::npos) part_.replace(mark, 1, "::");
  text_ += say(" ", part_.empty() ? "?" : part_);
}

void Teller::add_place(index::Place place) {
  part_.clear();
  index_.read_path(place.file, part_);
  text_ += say(" ", part_.empty() ? "?" : part_, ":", place.line);
}

}  // namespace symkit::verify

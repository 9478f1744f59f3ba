#include "debug/listing/listing.h"

#include "debug/debuginfo/code_ranges.h"
#include "debug/listing/debug_functions.h"
#include "debug/listing/merge.h"
#include "debug/listing/pdb_functions.h"
#include "files/golang/function_reader.h"
#include "ground/base/scope_mark.h"
#include "ground/base/words.h"

namespace symkit::listing {

// Names that are not in a file: composed from scopes, or read from an index.
struct Listing::OwnedNames {
  std::vector<std::deque<std::string>> texts;  // one deque per worker, moved as a whole
};

namespace {

Result<void> append_symbols(const container::Image& image, const debuginfo::CodeRanges& code,
                            std::vector<Function>& functions) {
  const auto symbols = image.symbols();
  if (!symbols) return fail(symbols.error());
  for (const container::Symbol& symbol : *symbols) {
    const std::string_view name = image.plain_name(symbol.name);
    const auto place = code.clip(symbol.address.value, symbol.address.value + 1);
    if (name.empty() || !symbol.in_code || !place || symbol.kind == container::SymbolKind::Data) continue;
    functions.push_back({.begin = symbol.address.value,
                         .size = symbol.size,
                         .name = name,
                         .known_to = {.symbols = true},
                         .is_function = symbol.kind != container::SymbolKind::Unspecified,
                         .is_external = symbol.binding != container::Binding::Local,
                         .has_own_size = symbol.size != 0});
  }
  return {};
}

Result<void> append_starts(const container::Image& image, const debuginfo::CodeRanges& code,
                           std::vector<Function>& functions) {
  const auto starts = image.function_starts();
  if (!starts) return fail(starts.error());
  for (const FileAddress start : *starts)
    if (code.clip(start.value, start.value + 1))
      functions.push_back(
          {.begin = start.value, .name = {}, .known_to = {.starts = true}, .is_function = true});
  return {};
}

// The functions of Go's own table; one that cannot be read is reported to `warn`.
void append_go_functions(const container::Image& image, const debuginfo::CodeRanges& code,
                         const WarningSink& warn, std::vector<Function>& functions,
                         std::vector<std::deque<std::string>>& texts) {
  const auto program = golang::Program::open(image);
  if (!program) return warn(program.error().message);
  if (!*program) return;
  std::deque<std::string>& names = texts.emplace_back();  // the table may be a relocated copy
  golang::FunctionReader reader(**program);
  for (std::size_t number = 0; number < (*program)->function_count(); ++number) {
    const golang::Function* function = reader.read(number);
    if (function == nullptr || !code.clip(function->begin, function->end)) continue;
    functions.push_back({.begin = function->begin,
                         .size = function->end - function->begin,
                         .name = names.emplace_back(function->name),
                         .known_to = {.go_table = true},
                         .start_line = function->start_line,
                         .is_function = true,
                         .has_own_size = true});
  }
}

bool is_wanted(index::Source source, Sources wanted) {
  switch (source) {
    case index::Source::DebugInfo: return wanted.debug_info;
    case index::Source::GoTable: return wanted.go_table;
    case index::Source::SymbolTable: return wanted.symbols;
    case index::Source::FunctionStart: return wanted.starts;
    default: return false;  // lines without a function, or code beyond a symbol
  }
}

// The names of an index, each built once.
class IndexNames {
 public:
  IndexNames(const index::NativeIndex& index, std::deque<std::string>& texts)
      : index_(index), texts_(texts), known_(index.name_count() + std::size_t{1}) {}

  std::string_view of(index::NameId name) {
    if (name == 0 || name >= known_.size()) return {};
    if (known_[name].data() != nullptr) return known_[name];
    index_.read_name(name, raw_);
    const std::size_t mark = raw_.find(scope_mark);
    if (mark != std::string::npos) raw_.replace(mark, 1, "::");
    return known_[name] = texts_.emplace_back(raw_);
  }

 private:
  const index::NativeIndex& index_;
  std::deque<std::string>& texts_;
  std::vector<std::string_view> known_;
  std::string raw_;
};

// The other functions that share the code of the last one.
void append_folded(const index::NativeIndex& index, ImageOffset begin, IndexNames& names,
                   std::vector<Function>& functions) {
  const auto range = index.folding().range_at(begin);
  if (!range || range->begin != begin) return;
  functions.back().is_folded = true;
  const Function kept = functions.back();
  bool has_met_kept = false;
  for (std::uint32_t i = 0; i < range->count; ++i) {
    Function function = kept;
    function.name = names.of(index.folding().member(*range, i).name);
    const bool is_kept = !has_met_kept && function.name == kept.name;
    has_met_kept = has_met_kept || is_kept;
    if (!is_kept) functions.push_back(function);
  }
}

// A function is divided into pieces to make lookups fast: its first piece represents it.
void append_piece(const index::NativeIndex& index, const index::NativeIndex::WholePiece& piece,
                  Sources wanted, IndexNames& names, std::vector<Function>& functions) {
  if (!is_wanted(piece.source, wanted)) return;
  const std::uint64_t begin = index.text_base().value + piece.function_begin;
  const std::string_view name = names.of(piece.name);
  const auto is_known = [&](const Function& function) {
    return function.begin == begin && (function.name == name || function.is_folded);
  };
  if (!functions.empty() && is_known(functions.back())) return;
  functions.push_back({.begin = begin,
                       .size = piece.function_end - piece.function_begin,
                       .name = name,
                       .known_to = {.starts = piece.source == index::Source::FunctionStart,
                                    .symbols = piece.source == index::Source::SymbolTable,
                                    .debug_info = piece.source == index::Source::DebugInfo,
                                    .go_table = piece.source == index::Source::GoTable},
                       .is_function = true,
                       .is_part = piece.is_part,
                       .has_own_size = true});
  append_folded(index, {piece.function_begin}, names, functions);
}

}  // namespace

Listing::Listing() : names_(std::make_unique<OwnedNames>()) {}
Listing::Listing(Listing&&) noexcept = default;
Listing& Listing::operator=(Listing&&) noexcept = default;
Listing::~Listing() = default;

Result<Listing> Listing::of(const container::Image& image, Sources wanted, unsigned jobs,
                            const WarningSink& warn, debuginfo::Companions* companions) {
  Listing listing;
  const debuginfo::CodeRanges code(image);
  std::vector<Function>& functions = listing.functions_;
  Result<void> read;
  if (wanted.debug_info)
    read = append_debug_functions(image, jobs, warn, companions, functions, listing.names_->texts);
  if (read && wanted.debug_info) append_pdb_functions(image, jobs, warn, functions, listing.names_->texts);
  if (read && wanted.go_table) append_go_functions(image, code, warn, functions, listing.names_->texts);
  if (read && wanted.symbols) read = append_symbols(image, code, functions);
  if (read && wanted.starts) read = append_starts(image, code, functions);
  if (!read) return fail(read.error());
  merge(functions, [&](std::uint64_t begin) { return code.clip(begin, UINT64_MAX)->end; });
  return listing;
}

Result<Listing> Listing::of(const index::NativeIndex& index, Sources wanted) {
  Listing listing;
  IndexNames names(index, listing.names_->texts.emplace_back());
  std::vector<index::NativeIndex::WholePiece> pieces;
  for (std::size_t block = 0; block < index.block_count(); ++block) {
    pieces.clear();
    if (!index.read_block(block, pieces))
      return fail(say("block ", block, " of the index is damaged: prepare it again with symprep --force"));
    for (const auto& piece : pieces) append_piece(index, piece, wanted, names, listing.functions_);
  }
  return listing;
}

}  // namespace symkit::listing

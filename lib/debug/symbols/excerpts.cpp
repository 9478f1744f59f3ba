#include "debug/symbols/excerpts.h"

#include <algorithm>
#include <string>
#include <utility>

#include "debug/debuginfo/code_ranges.h"
#include "debug/debuginfo/linked_objects.h"
#include "debug/symbols/composed.h"
#include "debug/symbols/layout.h"
#include "debug/symbols/outline.h"
#include "debug/symbols/symbols_named.h"
#include "files/code/signal_trampoline.h"
#include "files/container/pdb_excerpt.h"
#include "keep/index/native_index.h"

namespace symkit::symbols {
namespace {

bool has_database(const container::Image& image) {
  const auto database = image.program_database();
  return database && *database != nullptr;
}

bool are_there(debuginfo::LinkedObjects& objects) {
  for (std::size_t i = 0; i < objects.count(); ++i)
    if (objects.look_for(i) == debuginfo::ObjectSight::Missing) return false;
  return true;
}

// Whether the code at an answer from the symbol table may belong to a unit that does not state it: clang's
// basic block sections ("pack.__part.3") are left out there, and so were GCC's cold parts.
bool may_be_unstated(const container::Image& image, const index::NativeIndex& index,
                     const index::Answer& answer) {
  if (answer.source != index::Source::SymbolTable) return false;
  std::string name;
  if (answer.symbol != 0) index.read_name(answer.symbol, name);
  if (name.find('.', 1) != std::string::npos) return true;
  return std::ranges::any_of(image.sections(), [](const container::Section& section) {
    return section.name == ".strtab" && as_text(section.data).contains(".__part.");
  });
}

// Whether no symbol says that a function follows.
bool is_last(const Layout& layout, FileAddress address) {
  return layout.outline()->next_after(address.value, UINT64_MAX) == UINT64_MAX;
}

// An excerpt of a PDB may lack the name of a function's detached part.
bool is_sure_of(Bytes made, ImageOffset offset) {
  const auto index = index::NativeIndex::open(made);
  index::Answer answer;
  return index && !(index->lookup(offset, answer) && answer.is_part);
}

}  // namespace

Excerpts::Excerpts(const container::Image& image, const PrepareOptions& options,
                   debuginfo::LinkedObjects* objects)
    : image_(image), options_(options), said_(image) {
  options_.variables = false;
  if (objects != nullptr) objects_ = std::make_unique<debuginfo::ObjectFinder>(*objects);
}

void Excerpts::begin() {
  if (finder_ == nullptr && image_.debug_section("debug_info") != nullptr)
    finder_ = std::make_unique<debuginfo::UnitFinder>(image_, options_.companions);
}

std::unique_ptr<Excerpts> Excerpts::of(const container::Image& image, const PrepareOptions& options) {
  if (options.units != nullptr) return nullptr;
  debuginfo::LinkedObjects* const objects = debuginfo::objects_with_dwarf(image, options.companions);
  if (objects != nullptr && !are_there(*objects)) return nullptr;
  return std::unique_ptr<Excerpts>(new Excerpts(image, options, objects));
}

Result<index::Facts> Excerpts::facts() const {
  auto facts = facts_of(image_, options_);
  if (!facts) return facts;
  const debuginfo::CodeRanges code(image_);
  if (!code.all().empty()) facts->end = {code.all().back().end - image_.text_base().value};
  auto* const objects = debuginfo::objects_with_dwarf(image_, options_.companions);
  const bool has_lines = debug_bytes(image_) != 0 || (objects != nullptr && debuginfo::has_any(*objects));
  facts->counts.with_lines = facts->counts.functions = has_lines ? 1 : 0;
  return facts;
}

// Several addresses are likely to need a unit near the end, and thus all that is before it.
void Excerpts::expect(std::vector<FileAddress> addresses) {
  constexpr std::size_t several = 4;
  if (addresses.size() >= several) let_go();
  expected_ = std::move(addresses);
}

bool Excerpts::is_trampoline(FileAddress address) const {
  for (const container::Section& section : image_.sections()) {
    const std::uint64_t at = address.value - section.address.value;
    if (!section.code || section.compression != container::Compression::None || at >= section.data.size())
      continue;
    const std::uint64_t first = at - std::min<std::uint64_t>(at, code::longest_trampoline);
    const Bytes around = slice(section.data, first, 2 * code::longest_trampoline);
    for (const auto& found :
         code::find_trampolines(around, section.address.value + first, image_.architecture()))
      if (found.begin <= address.value && address.value < found.end) return true;
  }
  return false;
}

Result<std::optional<Excerpt>> Excerpts::at(FileAddress address) {
  if (has_database(image_)) return in_database(address);
  begin();
  return around(address, address, address);
}

Result<std::optional<std::vector<FileAddress>>> Excerpts::named(std::string_view name) {
  if (has_database(image_)) return std::nullopt;
  const bool has_table = go() && *go();
  const bool has_others = image_.debug_section("debug_info") != nullptr || objects_ != nullptr || has_table;
  return addresses_named(image_, name, has_others, said_.symbols);
}

const Result<std::optional<golang::Program>>& Excerpts::go() {
  if (!go_) go_ = golang::Program::open(image_);
  return *go_;
}

// What the symbols within a function are called is decided for the whole function.
Result<std::optional<Excerpt>> Excerpts::around(FileAddress address, FileAddress first, FileAddress last) {
  const Layout layout(image_, options_, address, first, last, said_,
                      {.units = finder_.get(), .objects = objects_.get(), .go = &go()});
  if (objects_ != nullptr && !objects_->find(address.value, layout.wanted())) return std::nullopt;
  auto bytes = composed(layout);
  if (!bytes) return fail(bytes.error());
  if (bytes->empty()) return nothing_at(address, layout);
  const auto index = index::NativeIndex::open(*bytes);
  if (!index || index->split().units != 0) return std::nullopt;
  dwarf::Range range = layout.wanted();
  index::Answer answer;
  if (!index->lookup(ImageOffset{address.value - image_.text_base().value}, answer))
    return nothing_at(address, layout);
  if (finder_ != nullptr && may_be_unstated(image_, *index, answer)) return std::nullopt;
  const std::uint64_t begin = to_file(answer.begin, image_.text_base()).value;
  const std::uint64_t end = to_file(answer.end, image_.text_base()).value;
  const bool is_whole = range.begin <= begin && end <= range.end;
  if (!is_whole && (begin < first.value || last.value < end - 1))
    return around(address, {std::min(begin, first.value)}, {std::max(end - 1, last.value)});
  if (is_last(layout, address)) range.end = std::min(range.end, end);
  return Excerpt{io::blob_of(std::move(*bytes)), {range.begin}, {range.end - 1}};
}

// Whether the image ends before the address is only certain if a function follows, or no code does.
Result<std::optional<Excerpt>> Excerpts::nothing_at(FileAddress address, const Layout& layout) {
  const auto& ranges = layout.code().all();
  const bool is_behind_code = ranges.empty() || ranges.back().end <= address.value;
  if (!is_behind_code && is_last(layout, address)) return std::nullopt;
  return Excerpt{.index = nullptr, .first = address, .last = address};
}

// One index serves all addresses that are expected, if it can.
Result<std::optional<Excerpt>> Excerpts::in_database(FileAddress address) {
  const auto offset = to_offset(address, image_.text_base());
  if (!offset) return std::nullopt;
  if (const auto expected = std::exchange(expected_, {}); !expected.empty()) read_database(expected);
  if (!in_database_.contains(address) && !read_database({address})) return std::nullopt;
  const io::SharedBlob& index = in_database_.at(address);
  if (!is_sure_of(index->bytes(), *offset)) return std::nullopt;
  return Excerpt{index, address, address};
}

bool Excerpts::read_database(const std::vector<FileAddress>& addresses) {
  std::vector<std::uint32_t> asked;
  for (const FileAddress one : addresses)
    if (const auto offset = to_offset(one, image_.text_base()); offset && offset->value <= UINT32_MAX)
      asked.push_back(static_cast<std::uint32_t>(offset->value));
  const auto part = container::pdb_excerpt(image_, asked);
  if (part == nullptr) return false;
  auto bytes = composed(Layout(*part, options_));
  if (!bytes || bytes->empty()) return false;
  const io::SharedBlob index = io::blob_of(std::move(*bytes));
  constexpr std::size_t most_kept = 4096;
  if (in_database_.size() >= most_kept) in_database_.clear();
  for (const FileAddress one : addresses) in_database_[one] = index;
  return true;
}

}  // namespace symkit::symbols

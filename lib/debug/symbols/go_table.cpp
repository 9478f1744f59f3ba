// Go's own function table: names, lines and inlined calls of binaries without DWARF, stripped or not.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <ranges>
#include <vector>

#include "debug/symbols/source.h"
#include "files/golang/function_reader.h"
#include "files/golang/program.h"
#include "ground/base/line_and_column.h"
#include "ground/io/workers.h"

namespace symkit::symbols {
namespace {

// Adds one function after the other to a draft.
class FunctionTaker {
 public:
  FunctionTaker(const Layout& layout, const golang::Program& program, index::Draft& draft)
      : layout_(layout), program_(program), reader_(program), draft_(draft) {}

  void take(std::size_t number) {
    const golang::Function* function = reader_.read(number);
    if (function == nullptr) return;
    const auto range = layout_.code().clip(function->begin, function->end);
    if (!range) return;
    draft_.begin_function(range->begin, range->end, name(function->name), index::Source::GoTable, 0, number);
    for (const golang::Call& call : function->calls)
      draft_.add_call(call.parent, name(call.name), place(call.site));
    draft_.make_room_for_rows(function->rows.size());
    for (const golang::Row& row : function->rows) {
      const index::DraftPlace its = place(row.place);
      if (row.address < range->end)
        draft_.add_row({.address = row.address, .call = row.call, .place = its, .atos_place = its});
    }
    draft_.end_function();
  }

 private:
  index::NameKey name(std::string_view text) {
    const auto printed = [&]() -> std::string_view {
      if (!program_.prints_otherwise(text)) return text;
      return draft_.keep(golang::Program::printed_name(text));
    };
    return draft_.name_at(text.data(), printed);
  }

  index::DraftPlace place(const golang::SourcePlace& place) {
    if (place.line == 0) return {};
    index::FileKey& key = files_[reinterpret_cast<std::uintptr_t>(place.file.data())];
    if (key == 0) key = draft_.file(place.file);
    return {key, draft_.has_columns() ? LineAndColumn{place.line, 0}.packed() : place.line};
  }

  const Layout& layout_;
  const golang::Program& program_;
  golang::FunctionReader reader_;
  index::Draft& draft_;
  index::FlatMap files_;  // by the address of their names
};

class GoTable final : public Source {
  unsigned draft_count(unsigned jobs) const override { return jobs; }

  Result<void> gather(const Layout& layout, std::span<index::Draft> drafts) override {
    const auto* opened = layout.finders().go;
    if (opened == nullptr) opened = &opened_.emplace(golang::Program::open(layout.image()));
    if (!*opened) {
      layout.warn(opened->error().message);
      return {};
    }
    if (!**opened) return {};
    const golang::Program& program = ***opened;
    std::vector<FunctionTaker> takers;
    takers.reserve(drafts.size());
    for (index::Draft& draft : drafts) takers.emplace_back(layout, program, draft);
    if (layout.address()) {
      if (const auto number = function_at(program, layout)) takers.front().take(*number);
      return {};
    }
    const std::size_t count = program.function_count(), batches = (count + batch - 1) / batch;
    io::for_each_item(static_cast<unsigned>(drafts.size()), batches, [&](unsigned worker, std::size_t item) {
      const std::size_t end = std::min(count, (item + 1) * batch);
      for (std::size_t number = item * batch; number < end; ++number) takers[worker].take(number);
    });
    return {};
  }

  // The function at the address of an excerpt, to which that is narrowed.
  static std::optional<std::size_t> function_at(const golang::Program& program, const Layout& layout) {
    const std::uint64_t address = layout.address()->value;
    const auto entry = [&](std::size_t number) { return program.address_of(program.table().entry(number)); };
    const auto numbers = std::views::iota(std::size_t{0}, program.function_count());
    const auto behind = std::ranges::upper_bound(numbers, address, {}, entry);
    dwarf::Range& wanted = layout.wanted();
    if (behind != numbers.end()) wanted.end = std::min(wanted.end, entry(*behind));
    if (behind == numbers.begin()) return std::nullopt;
    const std::size_t number = *std::ranges::prev(behind);
    wanted.begin = std::max(wanted.begin, entry(number));
    return number;
  }

  static constexpr std::size_t batch = 256;

  std::optional<Result<std::optional<golang::Program>>>
      opened_;  // owns names if the loader changes the table
};

}  // namespace

std::unique_ptr<Source> go_table() { return std::make_unique<GoTable>(); }

}  // namespace symkit::symbols

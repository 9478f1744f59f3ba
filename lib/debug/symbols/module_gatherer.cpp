#include "debug/symbols/module_gatherer.h"

#include <algorithm>

#include "debug/symbols/paint.h"
#include "files/pdb/linker_names.h"

namespace symkit::symbols {
namespace {

const pdb::Row* row_at(std::span<const pdb::Row> rows, std::uint32_t address) {
  const auto after = std::ranges::upper_bound(rows, address, {}, &pdb::Row::begin);
  if (after == rows.begin()) return nullptr;
  const pdb::Row& row = *std::prev(after);
  return address < row.end ? &row : nullptr;
}

}  // namespace

Result<void> ModuleGatherer::take(std::uint32_t module) {
  module_ = module;
  files_.clear();
  if (const auto entered = reader_.enter(database_.modules()[module]); !entered) return entered;
  reader_.each_function(*this);
  return {};
}

void ModuleGatherer::take(const pdb::Function& function) {
  database_.rearrangement().each_piece(function.begin, function.end,
                                       [&](const pdb::Piece& piece) { return take_piece(function, piece); });
}

// False if the limit on work is reached.
bool ModuleGatherer::take_piece(const pdb::Function& function, const pdb::Piece& piece) {
  if (!effort_.spend(32 + function.name.size() + function.sites.size())) return false;
  const std::uint64_t begin = layout_.image().text_base().value + piece.place;
  const auto range = layout_.code().clip(begin, begin + (piece.end - piece.begin));
  if (!range || range->begin != begin) return true;
  const auto end = static_cast<std::uint32_t>(range->end - begin) + piece.begin;
  // Of several functions of one module at one address the first one counts, as in LLVM.
  const bool is_part = function.is_part || piece.begin != function.begin;
  draft_.begin_function(range->begin, range->end, name_of(function), index::Source::DebugInfo, module_,
                        UINT64_MAX - function.place, is_part);
  calls_.clear();
  any_row_ = false;
  const std::span<const pdb::Row> lines = lines_within(piece.begin, end);
  find_boundaries(function, piece.begin, lines);
  find_stretches(function);
  std::erase_if(boundaries_, [&](std::uint32_t at) { return at < piece.begin || at >= end; });
  moved_ = begin - piece.begin;
  if (effort_.spend(boundaries_.size() * 8)) add_rows(function, lines);
  draft_.end_function();
  return true;
}

// The linker's name includes the parameters. Of several at one address, the one that matches the
// function's name, or the last.
index::NameKey ModuleGatherer::name_of(const pdb::Function& function) {
  const auto place = database_.rearrangement().place_of(function.entry);
  const std::uint64_t entry = layout_.image().text_base().value + place.value_or(UINT32_MAX);
  const auto here = std::ranges::equal_range(outline_.symbols(), entry, {}, &PlacedSymbol::begin);
  if (!here.empty() && effort_.spend(here.size())) {
    const auto same = std::ranges::find_if(
        here, [&](const PlacedSymbol& symbol) { return pdb::is_name_of(symbol.name, function.name); });
    const std::string_view known = same != here.end() ? same->name : here.back().name;
    // Logs use the function's name in the source.
    if (!function.is_part && !function.name.empty() && known != function.name)
      draft_.add_alias(entry, kept_name(function.name));
    return draft_.name(known);
  }
  return kept_name(function.name);
}

// The module's records are freed when it is done.
index::NameKey ModuleGatherer::kept_name(std::string_view name) {
  return name.empty() ? 0 : draft_.name(draft_.keep(std::string(name)));
}

index::NameKey ModuleGatherer::callee_name(std::uint32_t id) {
  std::uint32_t& known = callee_names_[std::uint64_t{id} + 1];
  if (known == 0) {
    std::string name = names_.name_of(id);
    const bool is_affordable = !name.empty() && effort_.spend(name.size());
    known = (is_affordable ? draft_.name(draft_.keep(std::move(name))) : 0) + 1;
  }
  return known - 1;
}

std::span<const pdb::Row> ModuleGatherer::lines_within(std::uint32_t begin, std::uint32_t end) const {
  const std::span<const pdb::Row> all = reader_.lines();
  const auto first = std::ranges::upper_bound(all, begin, {}, &pdb::Row::end);
  const auto last = std::ranges::lower_bound(first, all.end(), end, {}, &pdb::Row::begin);
  return {first, last};
}

// Where a result may change: where lines or inlined calls begin and end.
void ModuleGatherer::find_boundaries(const pdb::Function& function, std::uint32_t begin,
                                     std::span<const pdb::Row> lines) {
  boundaries_.assign(1, begin);
  const auto add = [this](std::span<const pdb::Row> rows) {
    for (const pdb::Row& row : rows) {
      boundaries_.push_back(row.begin);
      boundaries_.push_back(row.end);
    }
  };
  add(lines);
  for (const pdb::InlineSite& site : function.sites) add(site.rows);
  std::ranges::sort(boundaries_);
  const auto repeated = std::ranges::unique(boundaries_);
  boundaries_.erase(repeated.begin(), repeated.end());
}

// The deepest call at each address; of equally deep ones, which occur only in a broken file, the last.
void ModuleGatherer::find_stretches(const pdb::Function& function) {
  site_rows_.clear();
  stretches_.clear();
  for (std::uint32_t i = 0; i < function.sites.size(); ++i)
    for (const pdb::Row& row : function.sites[i].rows)
      site_rows_.push_back({row.begin, row.end, i + 1, function.sites[i].depth});
  if (!effort_.spend(site_rows_.size() * 4)) return;
  std::ranges::stable_sort(site_rows_, {}, &SiteRow::begin);
  const auto wins = [](const SiteRow& a, const SiteRow& b) {
    return a.depth != b.depth ? a.depth > b.depth : a.site > b.site;
  };
  paint(std::span<const SiteRow>(site_rows_), wins,
        [this](std::uint64_t begin, std::uint64_t end, const SiteRow& row) {
          const auto from = static_cast<std::uint32_t>(begin);
          if (!stretches_.empty() && stretches_.back().begin == from) stretches_.pop_back();
          stretches_.push_back({from, row.site});
          stretches_.push_back({static_cast<std::uint32_t>(end), 0});
        });
}

void ModuleGatherer::add_rows(const pdb::Function& function, std::span<const pdb::Row> lines) {
  auto next = stretches_.begin();
  std::uint32_t site = 0;
  for (const std::uint32_t address : boundaries_) {
    for (; next != stretches_.end() && next->begin <= address; ++next) site = next->site;
    add_row(address, function, lines, site);
  }
}

// A call's own rows give its place, and those of the enclosing call where it was called. The enclosing
// call must have code here, too.
void ModuleGatherer::add_row(std::uint32_t address, const pdb::Function& function,
                             std::span<const pdb::Row> lines, std::uint32_t site) {
  chain_.clear();
  if (site != 0 && !effort_.spend(function.sites[site - 1].depth * std::uint64_t{8})) site = 0;
  for (; site != 0; site = function.sites[site - 1].parent) chain_.push_back(site);
  std::uint32_t call = 0;
  index::DraftPlace place = place_of(row_at(lines, address));
  for (auto at = chain_.rbegin(); at != chain_.rend(); ++at) {
    const pdb::Row* row = row_at(function.sites[*at - 1].rows, address);
    if (row == nullptr) break;
    call = call_for({call, *at, place}, function);
    place = place_of(row);
  }
  const index::DraftRow row{moved_ + address, call, place, place};
  const bool is_same = any_row_ && row.call == last_row_.call && row.place == last_row_.place;
  if (!is_same) draft_.add_row(row);
  any_row_ = true;
  last_row_ = row;
}

std::uint32_t ModuleGatherer::call_for(const CallKey& key, const pdb::Function& function) {
  const auto number = static_cast<std::uint32_t>(calls_.size()) + 1;
  const auto [known, is_new] = calls_.try_emplace(key, number);
  if (is_new) draft_.add_call(key.parent, callee_name(function.sites[key.site - 1].callee), key.place);
  return known->second;
}

index::DraftPlace ModuleGatherer::place_of(const pdb::Row* row) {
  if (row == nullptr) return {};
  std::uint32_t& known = files_[std::uint64_t{row->file} + 1];
  if (known == 0) {
    const std::string_view path = reader_.file_name(row->file);
    known = (effort_.spend(path.size() / 16) ? draft_.file(path) : 0) + 1;
  }
  return {known - 1, row->line};
}

}  // namespace symkit::symbols

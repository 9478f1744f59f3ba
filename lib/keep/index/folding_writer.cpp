#include "keep/index/folding_writer.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "keep/index/folding_format.h"

namespace symkit::index {
namespace {

// The content of the index for a function, except for its name, in the keys of one draft: equal if
// lookups give equal results.
struct Substance {
  using Call = std::tuple<std::uint32_t, NameKey, FileKey, std::uint32_t>;
  using Row = std::tuple<std::uint64_t, std::uint32_t, FileKey, std::uint32_t, FileKey, std::uint32_t>;
  using Site = std::tuple<std::uint64_t, NameKey, std::uint64_t>;
  std::vector<Call> calls;
  std::vector<Row> rows;
  std::vector<Site> sites;
  auto operator<=>(const Substance&) const = default;
};

// Places functions of several drafts one after the other in one draft.
class FoldedLine {
 public:
  FoldedLine(const NativeContent& content, unsigned step)
      : content_(content), draft_(step), names_(content.drafts.size()), files_(content.drafts.size()) {
    for (std::uint32_t number = 0; number < content.drafts.size(); ++number) {
      const Draft& draft = content.drafts[number];
      names_[number].resize(draft.names().size() + 1);
      files_[number].resize(draft.files().size() + 1);
      std::vector<DraftCallSite>& sites = sites_.emplace_back();
      for (const DraftCallSite& site : draft.call_sites())
        if (is_folded(draft, site.function)) sites.push_back(site);
      std::ranges::stable_sort(sites, {}, &DraftCallSite::function);
    }
  }

  // The position of each member of a range, plus 1; 0: it is the same as in the pieces.
  std::vector<std::uint32_t> add(const FoldedRange& range) {
    std::vector<std::uint32_t> places;
    std::map<Substance, std::uint32_t> known;
    if (range.kept.function != FoldedMember::no_function) known.emplace(substance(range.kept, range), 0);
    for (const FoldedMember& member : range.members) {
      if (member.function == FoldedMember::no_function) {
        places.push_back(member.is_symbol ? folded_symbol : 0);
        continue;
      }
      auto [at, is_new] = known.emplace(substance(member, range), 0);
      if (is_new) at->second = put(member, range, at->first);
      places.push_back(at->second);
    }
    return places;
  }

  std::vector<std::uint8_t> write(const NativeContent& content, unsigned jobs) {
    if (pieces_.empty()) return {};
    NativeMeta meta{.id = content.meta.id,
                    .image_name = content.meta.image_name,
                    .architecture = content.meta.architecture,
                    .text_base = {},
                    .has_columns = content.meta.has_columns,
                    .is_relative = true,
                    .source_stamp = content.meta.source_stamp};
    return write_native({.meta = std::move(meta),
                         .drafts = std::span(&draft_, 1),
                         .pieces = pieces_,
                         .symbols = {},
                         .folded_numbers = content.folded_numbers},
                        jobs);
  }

 private:
  static bool is_folded(const Draft& draft, std::uint32_t function) {
    return function < draft.functions().size() && draft.functions()[function].source == Source::DebugInfo;
  }

  Substance substance(const FoldedMember& member, const FoldedRange& range) {
    const Draft& draft = content_.drafts[member.draft];
    const DraftFunction& function = draft.functions()[member.function];
    Substance all;
    for (const DraftCall& call : draft.calls(function)) {
      const DraftPlace site = place(member.draft, call.site);
      all.calls.emplace_back(call.parent, name(member.draft, draft.callees()[call.callee - 1].name),
                             site.file, site.line);
    }
    const DraftRows rows = draft.rows(function);
    for (auto row = rows.begin(); row != rows.end(); ++row) {
      if (row.address() >= range.end) break;
      const DraftPlace at = place(member.draft, row.place());
      const DraftPlace atos = place(member.draft, row.atos_place());
      all.rows.emplace_back(row.address() - function.begin, row.call(), at.file, at.line, atos.file,
                            atos.line);
    }
    const auto sites =
        std::ranges::equal_range(sites_[member.draft], member.function, {}, &DraftCallSite::function);
    for (const DraftCallSite& site : sites)
      if (site.returns_to > function.begin && site.returns_to <= range.end)
        all.sites.emplace_back(site.returns_to - function.begin, name(member.draft, site.callee), site.entry);
    std::ranges::sort(all.sites);
    return all;
  }

  // 0: there is no room for it; only its name is kept.
  std::uint32_t put(const FoldedMember& member, const FoldedRange& range, const Substance& all) {
    const std::uint64_t size = range.end - range.begin;
    if (size >= UINT32_MAX - 1 - end_) return 0;
    const std::uint64_t begin = end_;
    draft_.begin_function(begin, begin + size, name(member.draft, member.name), Source::DebugInfo, 0, 0);
    for (const auto& [parent, callee, file, line] : all.calls) draft_.add_call(parent, callee, {file, line});
    for (const auto& [offset, call, file, line, atos_file, atos_line] : all.rows)
      draft_.add_row({begin + offset, call, {file, line}, {atos_file, atos_line}});
    draft_.end_function();
    for (const auto& [offset, callee, entry] : all.sites) draft_.add_call_site(begin + offset, callee, entry);
    pieces_.push_back({begin, begin + size, 0, static_cast<std::uint32_t>(draft_.functions().size() - 1)});
    // Leaves a gap, so that nothing ends at another function's return address.
    end_ = begin + size + 16;
    end_ -= end_ % 16;
    return static_cast<std::uint32_t>(begin + 1);
  }

  NameKey name(std::uint32_t draft, NameKey key) {
    if (key == 0) return 0;
    NameKey& own = names_[draft][key];
    if (own != 0) return own;
    const std::string_view text = content_.drafts[draft].names()[key - 1];
    const auto [known, is_new] = by_text_.try_emplace(text, 0);
    if (is_new) known->second = draft_.name(text);
    return own = known->second;
  }

  DraftPlace place(std::uint32_t draft, DraftPlace from) {
    if (from.file == 0) return from;
    FileKey& own = files_[draft][from.file];
    if (own == 0) {
      const Draft::FileName& file = content_.drafts[draft].files()[from.file - 1];
      own = draft_.file(std::string(file.folder) += file.base);
    }
    return {own, from.line};
  }

  const NativeContent& content_;
  Draft draft_;
  std::vector<Piece> pieces_;
  std::vector<std::vector<NameKey>> names_;  // by draft and key
  std::vector<std::vector<FileKey>> files_;
  std::unordered_map<std::string_view, NameKey> by_text_;
  std::vector<std::vector<DraftCallSite>> sites_;  // of each draft, by function
  std::uint64_t end_ = 0;
};

}  // namespace

FoldingSections::FoldingSections(const NativeContent& content, const NamePool& pool, unsigned jobs) {
  if (content.folded.empty()) return;
  put_ranges(content, pool, jobs);
  put_jumps(content, pool);
}

void FoldingSections::put_ranges(const NativeContent& content, const NamePool& pool, unsigned jobs) {
  unsigned step = 16;
  for (const Draft& draft : content.drafts) step = std::min(step, draft.instruction_step());
  FoldedLine line(content, step);
  std::uint64_t count = content.first_member;
  for (const FoldedRange& range : content.folded) {
    if (range.end - range.begin > UINT32_MAX || count + range.members.size() > UINT32_MAX) continue;
    put_fixed(ranges_, range.begin, 8);
    put_fixed(ranges_, range.end - range.begin, 4);
    put_fixed(ranges_, count, 4);
    const std::vector<std::uint32_t> places = line.add(range);
    for (std::size_t i = 0; i < places.size(); ++i) {
      put_fixed(members_, pool.name(range.members[i].draft, range.members[i].name), 4);
      put_fixed(members_, places[i], 4);
    }
    count += places.size();
  }
  folded_ = line.write(content, jobs);
}

void FoldingSections::put_jumps(const NativeContent& content, const NamePool& pool) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> jumps;  // target and origin
  for (const FoldedJump& jump : content.jumps) {
    const bool is_member = jump.origin_member != FoldedJump::no_member;
    const std::uint32_t origin = is_member ? jump.origin_member : pool.name(jump.draft, jump.origin);
    if (origin <= UINT32_MAX / 2) jumps.emplace_back(jump.target, origin * 2 + (is_member ? 1 : 0));
  }
  std::ranges::sort(jumps);
  jumps.erase(std::ranges::unique(jumps).begin(), jumps.end());
  for (const auto& [target, origin] : jumps) {
    put_fixed(jumps_, origin, 4);
    put_fixed(jumps_, target, 4);
  }
}

void FoldingSections::append_to(std::vector<SectionContent>& sections) const {
  const auto append = [&](std::uint32_t tag, Bytes bytes) {
    if (!bytes.empty()) sections.push_back({tag, bytes});
  };
  append(folded_ranges_tag, ranges_);
  append(folded_members_tag, members_);
  append(folded_index_tag, folded_);
  append(folded_jumps_tag, jumps_);
}

}  // namespace symkit::index

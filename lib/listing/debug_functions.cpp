#include "listing/debug_functions.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/scope_mark.h"
#include "base/words.h"
#include "dwarf/functions.h"
#include "dwarf/names.h"
#include "io/workers.h"
#include "symbols/code_ranges.h"
#include "symbols/debug_sections.h"
#include "symbols/effort.h"
#include "symbols/unit_feed.h"

namespace symkit::listing {
namespace {

// Unit after unit for one worker.
class Reader final : private dwarf::FunctionSink {
 public:
  Reader(const dwarf::Sections& sections, symbols::UnitFeed& units, const symbols::CodeRanges& code,
         symbols::Effort& effort)
      : sections_(sections),
        code_(code),
        effort_(effort),
        names_(sections, units.list(), [&units] { units.until_whole(); }) {}

  // False where the unit is broken.
  bool read(const dwarf::UnitHeader& header) {
    if (header.type == dwarf::DW_UT_type || header.type == dwarf::DW_UT_split_type) return true;
    if (!effort_.spend(header.end - header.offset)) return true;
    read_abbreviations(header);
    if (!table_.has_functions_with_code()) return true;
    const dwarf::Unit unit(sections_, header, table_);
    names_.enter(unit);
    dwarf::RangeAllowance allowance(sections_);
    const std::uint64_t allowed = allowance.bytes;
    const bool whole = walk_.run(unit, allowance, names_.scopes(), *this);
    effort_.spend(allowed - allowance.bytes);
    return whole;
  }

  std::vector<Function>& functions() { return functions_; }
  std::deque<std::string>& texts() { return texts_; }

 private:
  void read_abbreviations(const dwarf::UnitHeader& header) {
    const std::pair which(header.abbrev_offset, header.encoding);
    if (table_of_ == which) return;
    table_of_ = which;
    table_.read(sections_.abbrev, header.abbrev_offset, sections_.endian, header.encoding);
    effort_.spend(table_.size());
  }

  void take(const dwarf::Function& function) override {
    std::optional<std::string_view> name;
    bool is_part = false;
    for (const dwarf::Range& range : function.ranges) {
      const auto part = code_.clip(range.begin, range.end);
      if (!part || !effort_.spend(1)) continue;
      if (!name) name = lasting(names_.of(function.entry, function.name));
      functions_.push_back({.begin = range.begin,
                            .size = part->end - part->begin,
                            .name = *name,
                            .known_to = {.debug_info = true},
                            .is_function = true,
                            .is_part = is_part,
                            .has_own_size = true});
      is_part = true;
    }
  }

  // A name composed from its scopes is the reader's, and has a mark in it; others are the file's.
  std::string_view lasting(std::string_view name) {
    const std::size_t mark = name.find(scope_mark);
    if (!effort_.spend(name.size() / 16)) return {};
    if (mark == std::string_view::npos) return name;
    return texts_.emplace_back(say(name.substr(0, mark), "::", name.substr(mark + 1)));
  }

  const dwarf::Sections& sections_;
  const symbols::CodeRanges& code_;
  symbols::EffortShare effort_;
  dwarf::Names names_;
  dwarf::FunctionWalk walk_;
  dwarf::AbbreviationTable table_;
  std::optional<std::pair<std::uint64_t, dwarf::Encoding>> table_of_;
  std::vector<Function> functions_;
  std::deque<std::string> texts_;
};

}  // namespace

Result<void> append_debug_functions(const container::Image& image, unsigned jobs, const WarningSink& warn,
                                    std::vector<Function>& functions,
                                    std::vector<std::deque<std::string>>& texts) {
  const symbols::CodeRanges code(image);
  symbols::DebugSections debug(image);
  symbols::UnitFeed feed;
  symbols::Effort effort(debug.size());
  std::vector<std::unique_ptr<Reader>> readers;
  for (unsigned worker = 0; worker < std::max(1U, jobs); ++worker)
    readers.push_back(std::make_unique<Reader>(debug.sections(), feed, code, effort));
  std::mutex warning;
  io::for_each_item(static_cast<unsigned>(readers.size()), readers.size(), [&](unsigned, std::size_t worker) {
    if (worker == 0) {
      debug.make_info(
          [&](Bytes info, std::size_t final_bytes) { feed.add(info, debug.sections().endian, final_bytes); });
      feed.finish();
    }
    debug.make_others();
    while (const auto header = feed.next()) {
      if (readers[worker]->read(*header)) continue;
      const std::scoped_lock lock(warning);
      warn(say("the unit at ", hex(header->offset),
               " of .debug_info is broken; what comes before the fault is listed"));
    }
  });
  if (auto made = debug.result(); !made) return made;
  if (!feed.list().fault.empty()) warn(feed.list().fault);
  for (const auto& reader : readers) {
    functions.insert(functions.end(), reader->functions().begin(), reader->functions().end());
    texts.push_back(std::move(reader->texts()));
  }
  return {};
}

}  // namespace symkit::listing

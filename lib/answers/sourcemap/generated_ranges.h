// The generated ranges of the Scopes proposal: which stretch of the script came from which scope of which
// source, and where the function that it is was called, if it was inlined.
#pragma once

#include <cstdint>
#include <vector>

#include "answers/sourcemap/nested_spans.h"
#include "answers/sourcemap/scope_items.h"

namespace symkit::sourcemap {

// A scope of a source. Where one text has the scopes of all sources they are counted in one: `source` is
// none.
struct ScopeReference {
  std::uint32_t source = none;
  std::uint32_t scope = none;

  bool is_known() const { return scope != none; }
};

class GeneratedRanges {
 public:
  struct CallSite {
    std::uint32_t source;
    Position at;
  };
  struct Range {
    std::uint32_t parent = none;
    std::uint32_t frame = none;  // the innermost round it, or itself, that a stack has as a frame or had
    ScopeReference definition;   // of the innermost that has one and is of the same frame
    std::uint32_t call = none;   // where it was inlined: number of the call
    bool is_function = false;    // of the script
    bool is_hidden = false;      // the compiler's own: no frame that anybody wrote
  };

  std::uint32_t innermost_at(Position generated) const { return spans_.innermost_at(generated); }
  const Range& operator[](std::uint32_t number) const { return ranges_[number]; }
  const CallSite& call(std::uint32_t number) const { return calls_[number]; }
  std::size_t count() const { return ranges_.size(); }
  // All places at which ranges begin or end.
  const std::vector<NestedSpans::Change>& changes() const { return spans_.changes(); }

 private:
  friend class GeneratedRangesReader;

  std::vector<Range> ranges_;
  std::vector<CallSite> calls_;
  NestedSpans spans_;
};

class GeneratedRangesReader {
 public:
  // How definitions are written: one number that counts the scopes of all sources, or two.
  enum class Definitions : std::uint8_t { OneNumber, TwoNumbers };
  struct Limits {
    Position begin;  // of the section: the first positions count from it
    std::size_t sources = 0;
    Definitions definitions = Definitions::TwoNumbers;
  };

  GeneratedRangesReader(GeneratedRanges& ranges, const Limits& limits)
      : ranges_(ranges), limits_(limits), at_(limits.begin) {}

  // False where the item cannot be: the text is broken.
  bool take(ScopeTag tag, ScopeItems& items);
  // No range is open.
  bool is_between_ranges() const { return open_.empty(); }

 private:
  bool start(ScopeItems& items);
  bool read_definition(ScopeItems& items, ScopeReference& definition);
  bool end(ScopeItems& items);
  bool call_site(ScopeItems& items);

  GeneratedRanges& ranges_;
  Limits limits_;
  Position at_;
  ScopeReference definition_{0, 0};  // the one before
  struct Open {
    std::uint32_t range;
    bool has_definition;
  };
  std::vector<Open> open_;
};

}  // namespace symkit::sourcemap

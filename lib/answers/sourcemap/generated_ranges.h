// The generated ranges of the Scopes proposal: which stretch of the script is from which scope of which
// source, and, if it was inlined, where it was called.
#pragma once

#include <cstdint>
#include <vector>

#include "answers/sourcemap/nested_spans.h"
#include "answers/sourcemap/scope_items.h"

namespace symkit::sourcemap {

// A scope of a source. If one text has the scopes of all sources, they are numbered together, and
// `source` is none.
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
    std::uint32_t frame = none;  // the innermost around it, or itself, that is or was a frame
    ScopeReference definition;   // of the innermost range that has one and is in the same frame
    std::uint32_t call = none;   // if inlined: the number of the call
    bool is_function = false;    // of the script
    bool is_hidden = false;      // created by a compiler: not a frame of any source
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
  // How definitions are encoded: one number for the scopes of all sources, or two.
  enum class Definitions : std::uint8_t { OneNumber, TwoNumbers };
  struct Limits {
    Position begin;  // of the section: the first positions are relative to it
    std::size_t sources = 0;
    Definitions definitions = Definitions::TwoNumbers;
  };

  GeneratedRangesReader(GeneratedRanges& ranges, const Limits& limits)
      : ranges_(ranges), limits_(limits), at_(limits.begin) {}

  // Returns false if the item is invalid here: the text is broken.
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
  ScopeReference definition_{0, 0};  // the previous one
  struct Open {
    std::uint32_t range;
    bool has_definition;
  };
  std::vector<Open> open_;
};

}  // namespace symkit::sourcemap

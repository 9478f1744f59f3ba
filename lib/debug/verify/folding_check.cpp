#include "debug/verify/folding_check.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "debug/verify/teller.h"
#include "ground/base/words.h"
#include "keep/index/piece_copier.h"

namespace symkit::verify {
namespace {

using index::CallKind;
using index::Folding;
using index::NativeIndex;

// At most this many names of a range are listed.
constexpr std::size_t most_names_shown = 8;

// Describes one index in words.
class FoldingTeller {
 public:
  explicit FoldingTeller(const NativeIndex& index) : index_(index), teller_(index) {
    const Folding& folding = index.folding();
    for (std::size_t i = 0; i < folding.range_count(); ++i) {
      const Folding::Range range = folding.range(i);
      for (std::uint32_t member = 0; member < range.count; ++member)
        names_.push_back(folding.member(range, member).name);
    }
    const Bytes members = folding.index_of_members();
    if (auto opened = NativeIndex::open(members); !members.empty() && opened) members_ = std::move(*opened);
  }

  std::map<std::uint64_t, Folding::Range> ranges() const {
    std::map<std::uint64_t, Folding::Range> ranges;
    for (std::size_t i = 0; i < index_.folding().range_count(); ++i) {
      const Folding::Range range = index_.folding().range(i);
      ranges.emplace(range.begin.value, range);
    }
    return ranges;
  }

  std::string names(const Folding::Range& range) {
    std::string text;
    for (std::uint32_t i = 0; i < range.count && i < most_names_shown; ++i)
      text += say(i == 0 ? "" : ", ", teller_.name(index_.folding().member(range, i).name));
    return range.count <= most_names_shown ? text
                                           : say(text, " and ", range.count - most_names_shown, " more");
  }

  // Describes the members of a range, for comparison with another index: a line for each.
  std::vector<std::string> lines(const Folding::Range& range) {
    std::vector<std::string> lines;
    lines.reserve(range.count);
    for (std::uint32_t i = 0; i < range.count; ++i) lines.push_back(line(range, i));
    std::set<std::string> jumps;
    index_.folding().each_jump_into(range, [&](const Folding::Jump& jump) {
      jumps.insert(say(callee(jump.kind, jump.origin, teller_), " jumps to ", name_of_member(jump.target)));
    });
    lines.insert(lines.end(), jumps.begin(), jumps.end());
    return lines;
  }

  std::map<std::uint64_t, std::string> calls() {
    std::map<std::uint64_t, std::string> calls;
    index_.folding().each_call([&](const Folding::Call& call) {
      calls.emplace(call.returns_to.value, callee(call.kind, call.callee, teller_));
    });
    return calls;
  }

 private:
  std::string line(const Folding::Range& range, std::uint32_t number) {
    const Folding::Member member = index_.folding().member(range, number);
    std::string text = teller_.name(member.name);
    if (!member.own) return text;
    if (!members_) return text + ", whose lines cannot be read";
    Teller own(*members_);
    const ImageOffset begin = *member.own, end{begin.value + range.size};
    const bool is_whole = index::each_piece(*members_, begin, end, [&](const NativeIndex::WholePiece& piece) {
      for (const NativeIndex::Row& row : piece.rows)
        text += say("; at ", hex(row.address - begin.value), own.tell_frames(row.address));
    });
    members_->folding().each_call_into(begin, end, [&](const Folding::Call& call) {
      text += say("; before ", hex(call.returns_to.value - begin.value), " calls ",
                  callee(call.kind, call.callee, own));
    });
    return is_whole ? text : text + ", damaged";
  }

  std::string callee(CallKind kind, std::uint32_t number, Teller& names) {
    switch (kind) {
      case CallKind::Indirect: return "the target of a pointer";
      case CallKind::Named: return names.name(number);
      case CallKind::Member: return name_of_member(number);
    }
    return "?";
  }
  std::string name_of_member(std::uint32_t number) {
    return number < names_.size() ? teller_.name(names_[number]) : "a function that does not exist";
  }

  const NativeIndex& index_;
  Teller teller_;
  std::vector<index::NameId> names_;  // of all members
  std::optional<NativeIndex> members_;
};

// Calls `report` for each key of either map with both values, where these differ.
template <class Map, class Report>
void each_difference(const Map& one, const Map& other, Report report) {
  const auto find = [](const Map& map, std::uint64_t key) {
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
  };
  for (const auto& [key, value] : one) report(key, &value, find(other, key));
  for (const auto& [key, value] : other)
    if (!one.contains(key)) report(key, nullptr, &value);
}

}  // namespace

void compare_folding(const NativeIndex& index, const NativeIndex& fresh, Findings& findings) {
  FoldingTeller one(index), other(fresh);
  const auto differ = [&](std::string_view where, const std::string& a, const std::string& b) {
    findings.add(
        {.kind = Kind::IndexAnswer, .what = say(where, " it has \"", a, "\", its source \"", b, "\"")});
  };
  each_difference(one.ranges(), other.ranges(),
                  [&](std::uint64_t begin, const Folding::Range* a, const Folding::Range* b) {
                    const std::uint64_t size = a != nullptr ? a->size : b->size;
                    const std::string where =
                        say("of the functions that share the code at ", range_text(begin, begin + size));
                    if (a == nullptr || b == nullptr || a->size != b->size)
                      return differ(where, a == nullptr ? "one" : one.names(*a),
                                    b == nullptr ? "one" : other.names(*b));
                    const auto lines = one.lines(*a), others = other.lines(*b);
                    if (lines == others) return;
                    for (std::size_t i = 0; i < std::max(lines.size(), others.size()); ++i) {
                      const std::string mine = i < lines.size() ? lines[i] : "nothing";
                      const std::string its = i < others.size() ? others[i] : "nothing";
                      if (mine != its) return differ(where, mine, its);
                    }
                  });
  const auto calls = one.calls(), fresh_calls = other.calls();
  const auto count = [](std::size_t calls) {
    return calls == 0 ? std::string("none") : std::to_string(calls);
  };
  if (calls.empty() != fresh_calls.empty())  // made by a version without them
    return differ("of calls", count(calls.size()), count(fresh_calls.size()));
  each_difference(calls, fresh_calls, [&](std::uint64_t address, const std::string* a, const std::string* b) {
    if (a != nullptr && b != nullptr && *a == *b) return;
    differ(say("of the call that returns to ", hex(address)), a == nullptr ? "nothing" : *a,
           b == nullptr ? "nothing" : *b);
  });
}

}  // namespace symkit::verify

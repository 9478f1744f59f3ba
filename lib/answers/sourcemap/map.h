// A source map ready to answer, whether it was read from its JSON or prepared as an index: the one thing that
// whoever resolves frames knows.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/sourcemap/position.h"
#include "ground/base/result.h"
#include "keep/index/source_map_description.h"

namespace symkit::sourcemap {

// Where a function's name comes from, the most certain first.
enum class NameOrigin : std::uint8_t { None, Scopes, FunctionMap, Generated, Original, Caller };
std::string_view name_of(NameOrigin origin);

struct FunctionName {
  std::string owner;  // its class, or the object it was assigned to
  std::string name;   // empty: a function without a name, or no function at all
  NameOrigin origin = NameOrigin::None;
  bool is_function = false;  // false: not known, or the top level
  bool is_static = false;
  bool is_constructor = false;
  bool is_implied = false;             // the constructor of a class that has none
  bool is_member = false;              // of the class that is its owner; else the owner is a part of its name
  bool is_computed = false;            // only a run knows its name: [key]() {}
  bool has_no_generated_name = false;  // the engine can only have told the property that held it
  bool has_other_generated_name = false;  // computed, but the script has put a name of its own in its place
  bool is_lost = false;                   // the map does not say what the script's names, or some, were
  bool is_hidden = false;                 // a compiler's own: nobody wrote a call of it
  std::string property = {};              // that holds it, where it has another name of its own

  std::string full() const { return owner.empty() ? name : owner + '.' + name; }
};

// A function that was inlined away, and where it was called.
struct InlinedCall {
  FunctionName caller;
  std::uint32_t source = none;
  Position call;
  std::uint64_t id = 0;  // of the inlined stretch: what is in it has the same callers
};

using Section = index::source_map::MapSection;

// One thread's own, as it remembers what it was asked; another thread has a twin of it.
class Map {
 public:
  Map() = default;
  Map(const Map&) = delete;
  Map& operator=(const Map&) = delete;
  virtual ~Map() = default;

  virtual const std::string& path() const = 0;            // of the map, for messages
  virtual const std::string& generated_name() const = 0;  // the file it is for; empty: it does not say
  virtual const std::string& debug_id() const = 0;
  // Those with a debug id that is not the whole file's.
  virtual const std::vector<Section>& sections() const = 0;

  virtual std::optional<Segment> find(Position position) const = 0;
  // For stacks without columns: what holds where a line begins, and its segments, until `visit` gives false.
  virtual void visit_line(std::uint32_t line, const std::function<bool(const Segment&)>& visit) const = 0;

  virtual std::size_t source_count() const = 0;
  virtual std::string source_name(std::uint32_t source) const = 0;  // as the map has it, behind its root
  virtual bool is_ignored(std::uint32_t source) const = 0;
  virtual std::optional<std::string> content(std::uint32_t source) const = 0;
  virtual std::string name(std::uint32_t number) const = 0;

  // The function around a generated position, for which `segment` was found. `calls` gets those into which it
  // was inlined, innermost first.
  virtual FunctionName function_at(Position position, const Segment& segment,
                                   std::vector<InlinedCall>& calls) const = 0;

  // Metro's bundles in pieces: by how many lines a module is moved, and the maps of further segments.
  virtual std::optional<std::uint32_t> module_line(std::uint64_t module) const = 0;
  virtual const Map* segment(std::string_view id) const = 0;

  // A position, or a source's text, that will be asked for: where the map is far away, the first that is
  // asked for fetches what all of them need.
  virtual void expect(Position /*position*/) const {}
  virtual void expect_content(std::uint32_t /*source*/) const {}
  // Positions that are asked for next, in this order: where each answer waits for memory, they wait together.
  virtual void expect_in_order(std::span<const Position> /*positions*/) const {}
  // Why the last question has no answer, where what it needs could not be had; else empty.
  virtual const std::string& trouble() const {
    static const std::string none_such;
    return none_such;
  }

  // The same map for another thread, at the cost of what answers remember: all else is shared, and lives as
  // long as one of them. Any thread may ask for it at any time. Null where the map has become unreadable.
  virtual std::unique_ptr<Map> twin() const = 0;
};

}  // namespace symkit::sourcemap

// A source map ready for lookups, read from JSON or from an index: the interface for resolving frames.
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

// Where a function's name is from, the most certain first.
enum class NameOrigin : std::uint8_t { None, Scopes, FunctionMap, Generated, Original, Caller };
std::string_view name_of(NameOrigin origin);

struct FunctionName {
  std::string owner;  // its class, or the object it was assigned to
  std::string name;   // empty: an anonymous function, or none
  NameOrigin origin = NameOrigin::None;
  bool is_function = false;  // false: unknown, or the top level
  bool is_static = false;
  bool is_constructor = false;
  bool is_implied = false;                // the constructor of a class that has none
  bool is_member = false;                 // the constructor of a class that has none
  bool is_computed = false;               // the name is known only at run time: [key]() {}
  bool has_no_generated_name = false;     // the engine can only have printed the property that held it
  bool has_other_generated_name = false;  // computed, but in the script it has another name of its own
  bool is_lost = false;                   // computed, but it has another name in the script
  bool is_hidden = false;                 // created by a compiler, and not called in any source
  std::string property = {};              // that holds it, if its own name differs

  std::string full() const { return owner.empty() ? name : owner + '.' + name; }
};

// A function that was inlined, and where it was called.
struct InlinedCall {
  FunctionName caller;
  std::uint32_t source = none;
  Position call;
  std::uint64_t id = 0;  // of the inlined stretch: all of its code has the same callers
};

using Section = index::source_map::MapSection;

// For one thread, as it caches lookups; other threads use twins.
class Map {
 public:
  Map() = default;
  Map(const Map&) = delete;
  Map& operator=(const Map&) = delete;
  virtual ~Map() = default;

  virtual const std::string& path() const = 0;            // of the map, for messages
  virtual const std::string& generated_name() const = 0;  // the file it is for; empty: not recorded
  virtual const std::string& debug_id() const = 0;
  // Sections with a debug id of their own, different from the file's.
  virtual const std::vector<Section>& sections() const = 0;

  virtual std::optional<Segment> find(Position position) const = 0;
  // For stacks without columns: visits the segment that applies at the beginning of a line, and those of
  // the line, until `visit` returns false.
  virtual void visit_line(std::uint32_t line, const std::function<bool(const Segment&)>& visit) const = 0;

  virtual std::size_t source_count() const = 0;
  virtual std::string source_name(std::uint32_t source) const = 0;  // as in the map, with its root
  virtual bool is_ignored(std::uint32_t source) const = 0;
  virtual std::optional<std::string> content(std::uint32_t source) const = 0;
  virtual std::string name(std::uint32_t number) const = 0;

  // The function around a generated position whose segment is `segment`. `calls` gets the functions into
  // which it was inlined, innermost first.
  virtual FunctionName function_at(Position position, const Segment& segment,
                                   std::vector<InlinedCall>& calls) const = 0;

  // For Metro's bundles in pieces: by how many lines a module is moved, and the maps of further segments.
  virtual std::optional<std::uint32_t> module_line(std::uint64_t module) const = 0;
  virtual const Map* segment(std::string_view id) const = 0;

  // Announces a position, or a source's text, that will be looked up: for a remote map, the first lookup
  // fetches what all of them need.
  virtual void expect(Position /*position*/) const {}
  virtual void expect_content(std::uint32_t /*source*/) const {}
  // Announces the next positions in their order: memory is then prefetched for all of them together.
  virtual void expect_in_order(std::span<const Position> /*positions*/) const {}
  // Why the last lookup has no answer, if data that it needs was unavailable; otherwise empty.
  virtual const std::string& trouble() const {
    static const std::string none_such;
    return none_such;
  }

  // The same map for another thread, with caches of its own; everything else is shared, and lives as long
  // as any twin. Can be called from any thread at any time. Null if the map has become unreadable.
  virtual std::unique_ptr<Map> twin() const = 0;
};

}  // namespace symkit::sourcemap

#include "debug/listing/debug_functions.h"

#include <memory>
#include <optional>
#include <utility>

#include "debug/debuginfo/code_ranges.h"
#include "debug/debuginfo/moved_code.h"
#include "debug/debuginfo/unit_tools.h"
#include "debug/debuginfo/units.h"
#include "files/dwarf/entry_names.h"
#include "files/dwarf/functions.h"
#include "ground/base/scope_mark.h"
#include "ground/base/words.h"

namespace symkit::listing {
namespace {

// Reads one unit after the other for one worker.
class Reader final : private dwarf::FunctionSink {
 public:
  // `moved`: for an object file, where the linker put its code; otherwise null.
  Reader(debuginfo::Units& units, const debuginfo::CodeRanges& code, const debuginfo::MovedCode* moved)
      : tools_(units), code_(code), moved_(moved), names_(units.names()) {}

  // False if the unit is broken.
  bool take(const dwarf::UnitHeader& header) {
    if (header.type == dwarf::DW_UT_type || header.type == dwarf::DW_UT_split_type) return true;
    if (!tools_.spend(header.end - header.offset)) return true;
    tools_.enter(header);
    const dwarf::Unit own(tools_.sections(), header, tools_.table());
    const dwarf::Unit* rest = own.is_skeleton() ? tools_.rest_of(own) : nullptr;
    if (rest == nullptr && !tools_.table().has_functions_with_code()) return true;
    if (rest == nullptr) {
      names_.enter(own);
    } else {
      names_.enter_split(*rest, tools_.units_of_rest());
    }
    return tools_.with_ranges(rest, [&](dwarf::RangeAllowance& allowance) {
      return walk_.run(rest == nullptr ? own : *rest, allowance, names_.scopes(), *this);
    });
  }

  std::vector<Function>& functions() { return functions_; }
  std::deque<std::string>& texts() { return texts_; }

 private:
  void take(const dwarf::Function& function) override {
    std::optional<std::string_view> name;
    bool is_part = false;
    for (const dwarf::Range& range : function.ranges) {
      const auto part = debuginfo::clip(code_, moved_, range);
      if (!part || !tools_.spend(1)) continue;
      if (!name) name = lasting(names_.of(function.entry, function.name));
      const std::uint64_t shift = moved_ == nullptr ? 0 : moved_->piece_at(range.begin)->shift;
      functions_.push_back({.begin = range.begin + shift,
                            .size = part->end - part->begin,
                            .name = *name,
                            .known_to = {.debug_info = true},
                            .is_function = true,
                            .is_part = is_part,
                            .has_own_size = true});
      is_part = true;
    }
  }

  // A name composed from its scopes contains a mark and is owned by the reader; others are in the file.
  std::string_view lasting(std::string_view name) {
    const std::size_t mark = name.find(scope_mark);
    if (!tools_.spend(name.size() / 16)) return {};
    if (mark == std::string_view::npos) return name;
    return texts_.emplace_back(say(name.substr(0, mark), "::", name.substr(mark + 1)));
  }

  debuginfo::UnitTools tools_;
  const debuginfo::CodeRanges& code_;
  const debuginfo::MovedCode* moved_;
  dwarf::EntryNames names_;
  dwarf::FunctionWalk walk_;
  std::vector<Function> functions_;
  std::deque<std::string> texts_;
};

class Lists {
 public:
  Lists(unsigned jobs, const WarningSink& warn, std::vector<Function>& functions,
        std::vector<std::deque<std::string>>& texts)
      : jobs_(jobs), warn_(warn), functions_(functions), texts_(texts) {}

  Result<void> append(const container::Image& image, debuginfo::Companions* companions,
                      const debuginfo::MovedCode* moved = nullptr) {
    const debuginfo::CodeRanges code(image);
    debuginfo::Units units(image, companions);
    const auto readers =
        debuginfo::for_each_unit(units, {.jobs = jobs_, .warn = warn_, .fate = "listed"},
                                 [&](unsigned) { return std::make_unique<Reader>(units, code, moved); });
    if (!readers) return fail(readers.error());
    for (const auto& reader : *readers) {
      functions_.insert(functions_.end(), reader->functions().begin(), reader->functions().end());
      texts_.push_back(std::move(reader->texts()));
    }
    return {};
  }

  // Missing objects are like a missing debug file: the symbols remain.
  Result<void> append_objects(debuginfo::LinkedObjects& objects) {
    const debuginfo::ObjectCensus census = debuginfo::open_all(objects, jobs_);
    if (const std::string told = told_changed(census); !told.empty()) warn_(told);
    for (std::size_t i = 0; i < census.all; ++i)
      if (const debuginfo::LinkedObject* object = objects.open(i))
        if (auto listed = append(*object->image, nullptr, &object->code); !listed)
          warn_(listed.error().within(objects.path(i)).message);
    return {};
  }

 private:
  unsigned jobs_;
  const WarningSink& warn_;
  std::vector<Function>& functions_;
  std::vector<std::deque<std::string>>& texts_;
};

}  // namespace

Result<void> append_debug_functions(const container::Image& image, unsigned jobs, const WarningSink& warn,
                                    debuginfo::Companions* companions, std::vector<Function>& functions,
                                    std::vector<std::deque<std::string>>& texts) {
  Lists lists(jobs, warn, functions, texts);
  debuginfo::LinkedObjects* const objects = debuginfo::objects_with_dwarf(image, companions);
  return objects == nullptr ? lists.append(image, companions) : lists.append_objects(*objects);
}

}  // namespace symkit::listing

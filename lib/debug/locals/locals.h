// The arguments and locals of an image's functions, from its debug information: units are read as they are
// asked for.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "debug/debuginfo/companions.h"
#include "debug/debuginfo/debug_sections.h"
#include "debug/debuginfo/unit_finder.h"
#include "debug/locals/calls.h"
#include "debug/locals/definitions.h"
#include "debug/locals/entries.h"
#include "debug/locals/expressions.h"
#include "debug/locals/frame_layout.h"
#include "debug/locals/function_symbols.h"
#include "debug/locals/functions.h"
#include "debug/locals/locations.h"
#include "debug/locals/numbers.h"
#include "debug/locals/type_units.h"
#include "debug/locals/types.h"
#include "files/container/address_symbols.h"
#include "files/container/image.h"
#include "files/dwarf/ranges.h"
#include "keep/variables/variable.h"

namespace symkit::locals {

class Locals final : public variables::Source {
 public:
  // Both must outlive it; `companions` may be null. `lines`: for what layout_at() tells.
  Locals(const container::Image& image, debuginfo::Companions* companions,
         debuginfo::Lines lines = debuginfo::Lines::Unwanted);

  const variables::Function* function_at(std::uint64_t address) override;
  const variables::CallSite* call_before(std::uint64_t address) override;
  const std::vector<variables::CallSite>* tail_calls(std::uint64_t entry) override;
  std::optional<std::uint64_t> begin_of(std::string_view symbol) override {
    return symbols_.begin_of(symbol);
  }
  std::optional<variables::SymbolAt> symbol_at(std::uint64_t address) override;
  const variables::Type& type(variables::TypeId id) override { return types_.at(id); }
  variables::TypeId defined(variables::TypeId id) override;
  variables::Variable variable(variables::VariableId id, std::uint64_t address) override;

  // Of the innermost function or inlined call there; empty: nothing is known.
  std::vector<LaidOut> layout_at(std::uint64_t address);

 private:
  // A unit with code.
  struct Unit {
    File* file;
    const dwarf::Unit* unit;
    Functions functions;
    std::map<std::uint64_t, Calls> calls = {};  // by the entries of functions
  };
  struct Here {
    Unit* unit = nullptr;
    Found function;
  };

  std::optional<Here> find(std::uint64_t address);
  Unit* opened(const dwarf::UnitHeader& header);
  void open_files();
  File* opened_split(const debuginfo::SplitUnit& rest);
  void add_type_units(File& file, const dwarf::UnitList& units, Bytes older);
  const Calls& calls_of(const Here& here);
  variables::Variable bound(const Found& subrange, std::uint64_t address);
  bool may_begin_anew(std::uint64_t entry);
  Calls::Surroundings surroundings_of(const Here& here);

  FunctionSymbols symbols_;
  const container::Image& image_;
  std::optional<container::AddressSymbols> address_symbols_;
  const std::function<std::optional<std::uint64_t>(std::string_view)> begin_of_symbol_ =
      [this](std::string_view name) { return symbols_.begin_of(name); };
  debuginfo::UnitFinder finder_;
  debuginfo::Companions* companions_;
  Numbers variables_;
  Types types_;
  Expressions expressions_;
  Locations locations_;
  Bytes older_types_;
  std::unique_ptr<File> own_;
  std::unique_ptr<File> supplementary_;
  std::deque<File> split_;
  std::deque<TypeUnits> type_units_;
  std::optional<Definitions> definitions_;
  std::map<std::uint64_t, std::unique_ptr<Unit>> units_;                   // by the offsets of their headers
  std::map<std::uint64_t, std::optional<variables::Function>> functions_;  // by addresses
  std::map<std::uint64_t, std::optional<variables::CallSite>> sites_;
  std::map<std::uint64_t, std::optional<std::vector<variables::CallSite>>> tails_;  // by functions' begins
  std::optional<dwarf::RangeAllowance> allowance_;
};

}  // namespace symkit::locals

// What the tests of the DWARF reader share: a unit opened as the reader's users open it.
#pragma once

#include <memory>
#include <string>

#include "doctest/doctest.h"

#include "files/dwarf/entry_names.h"
#include "files/dwarf/functions.h"
#include "support/synth_dwarf.h"

namespace symkit::test {

inline std::string describe(const DwarfForm& form) {
  return "version " + std::to_string(form.version) + (form.wide ? ", 64-bit" : ", 32-bit") +
         ", addresses of " + std::to_string(form.address_size) +
         (form.endian == Endian::Big ? ", big" : ", little");
}

// All units of assembled sections, each with its table.
class OpenedDwarf {
 public:
  explicit OpenedDwarf(SynthDwarf& dwarf) : sections(dwarf.sections()), list(dwarf::read_units(sections)) {
    for (const dwarf::UnitHeader& header : list.units) {
      auto& table = tables_.emplace_back(std::make_unique<dwarf::AbbreviationTable>());
      table->read(sections.abbrev, header.abbrev_offset, sections.endian, header.encoding);
      units_.push_back(std::make_unique<dwarf::Unit>(sections, header, *table));
    }
  }

  const dwarf::Unit& unit(std::size_t number = 0) const { return *units_.at(number); }
  std::size_t count() const { return units_.size(); }

  const dwarf::Sections sections;
  const dwarf::UnitList list;

 private:
  std::vector<std::unique_ptr<dwarf::AbbreviationTable>> tables_;
  std::vector<std::unique_ptr<dwarf::Unit>> units_;
};

// The functions of a unit as text: "name 0x10-0x20 0x30-0x38 [callee<-0@file:line 0x12-0x14]".
struct Listing final : dwarf::FunctionSink {
  explicit Listing(const OpenedDwarf& opened, std::size_t unit = 0) {
    dwarf::EntryNames names(opened.sections, opened.list);
    names_ = &names;
    names.enter(opened.unit(unit));
    dwarf::RangeAllowance allowance(opened.sections);
    whole = dwarf::FunctionWalk().run(opened.unit(unit), allowance, names.scopes(), *this);
    names_ = nullptr;
  }

  static std::string range(std::uint64_t begin, std::uint64_t end) {
    return doctest::String(doctest::toString(begin) + "-" + doctest::toString(end)).c_str();
  }

  void take(const dwarf::Function& function) override {
    std::string text(names_->of(function.entry, function.name));
    for (const dwarf::Range& r : function.ranges) text += " " + range(r.begin, r.end);
    for (std::size_t i = 0; i < function.calls.size(); ++i) {
      const dwarf::InlinedCall& call = function.calls[i];
      text += " [" + std::string(names_->of(call.entry, function.name_of(call))) + "<-" +
              std::to_string(call.parent) + "@" + std::to_string(call.call_file) + ":" +
              std::to_string(call.call_line);
      for (const dwarf::InlinedRange& r : function.inlined)
        if (r.call == i + 1) text += " " + range(r.begin, r.end);
      text += "]";
    }
    functions.push_back(text);
  }

  dwarf::EntryNames* names_ = nullptr;  // while functions are handed over
  std::vector<std::string> functions;
  bool whole = false;
};

using Lines = std::vector<std::string>;

}  // namespace symkit::test

// Go's table of functions (pclntab) assembled from a list of functions, as each Go since 1.2 writes it, with
// what the runtime keeps beside it, in each width and byte order:
//
//   SynthGo go({.minor = 20});
//   go.functions.push_back({.name = "main.main", .begin = 0x1000, .rows = {{8, "/src/main.go", 3}}});
//   const Buffer table = go.table(0x8000, 0x9000);
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "support/assembler.h"

namespace symkit::test {

struct GoForm {
  unsigned minor = 20;  // of the Go that would have written it: 1.20
  unsigned width = 8;
  Endian endian = Endian::Little;
  unsigned quantum = 1;
};

// So many bytes of code, their file and line, and the inlined call that they are of.
struct GoRow {
  unsigned size = 0;
  std::string file = {};
  int line = 0;
  int call = -1;
};

// `parent`, `file` and `line` are written where Go wrote them, up to 1.19; where the call is, since 1.12.
struct GoCall {
  std::string name = {};
  int parent = -1;
  unsigned parent_code = 0;
  int start_line = 0;
  std::string file = {};
  int line = 0;
};

struct GoFunction {
  std::string name = {};
  std::uint64_t begin = 0;  // 1.18 on: from the beginning of the text
  int start_line = 0;
  std::vector<GoRow> rows = {};
  std::vector<GoCall> calls = {};
};

class SynthGo {
 public:
  explicit SynthGo(GoForm form = {}) : form(form) {}

  GoForm form;
  std::vector<GoFunction> functions;
  std::uint64_t end = 0;         // behind the last function
  std::uint64_t text_start = 0;  // what the header says

  // For being at these addresses.
  Buffer table(std::uint64_t table_at, std::uint64_t trees_at) {
    collect();
    return form.minor < 16 ? old_table(table_at, trees_at) : new_table(table_at, trees_at);
  }
  // The trees of inlined calls; since 1.26 they are to lie behind the table.
  Buffer trees() {
    collect();
    return trees_;
  }
  // A stretch of text that lies elsewhere than offsets say.
  struct TextSection {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t address = 0;
  };
  std::vector<TextSection> text_sections;

  // moduledata, since 1.18, to lie at `at`.
  Buffer module_data(std::uint64_t at, std::uint64_t table_at, std::uint64_t text, std::uint64_t trees_at) {
    const Buffer whole = table(table_at, trees_at);
    Assembler out(form.endian, form.width);
    const auto slice = [&](std::uint64_t at, std::uint64_t size) {
      out.address(table_at + at).address(size).address(size);
    };
    out.address(table_at);
    for (const std::size_t part : {names_at_, units_at_, files_at_, values_at_, records_at_}) slice(part, 1);
    slice(records_at_, functions.size() + 1);
    out.address(0).address(text + functions.front().begin).address(text + end);
    out.address(text).address(text + end);
    const unsigned last = form.minor >= 27 ? 43 : form.minor >= 20 ? 40 : 38;
    for (unsigned field = 24; field < last; ++field) out.address(1);
    out.address(trees_at);
    if (form.minor >= 26) out.address(trees_at + trees_.size());
    const std::uint64_t sections_at = at + out.size() + std::uint64_t{3} * form.width;
    out.address(sections_at).address(text_sections.size()).address(text_sections.size());
    for (const TextSection& section : text_sections)
      out.address(section.begin).address(section.end).address(section.address);
    return out.zeros(64).finish();
  }

 private:
  struct Places {
    std::uint32_t name = 0, files = 0, lines = 0, calls = 0, tree = 0;
  };

  unsigned entry_width() const { return form.minor >= 18 ? 4 : form.width; }
  bool has_trees(const GoFunction& function) const { return form.minor >= 9 && !function.calls.empty(); }
  unsigned call_table() const { return form.minor < 13 ? 1 : 2; }
  unsigned tree_datum() const { return form.minor < 13 ? 2 : form.minor < 16 ? 4 : 3; }

  // All texts and tables of values, by offsets within their parts.
  void collect() {
    names_.assign(1, 0);
    files_.assign(1, 0);
    values_.assign(1, 0);
    file_names_.clear();
    places_.assign(functions.size(), {});
    for (std::size_t i = 0; i < functions.size(); ++i) {
      const GoFunction& function = functions[i];
      Places& place = places_[i];
      place.name = text(names_, function.name);
      for (const GoRow& row : function.rows) file_number(row.file);
      place.files = values(function, [&](const GoRow& row) { return file_number(row.file); });
      place.lines = values(function, [&](const GoRow& row) { return row.line; });
      if (has_trees(function)) place.calls = values(function, [](const GoRow& row) { return row.call; });
      for (const GoCall& call : function.calls) file_number(call.file);
    }
    Assembler trees(form.endian, form.width);
    trees.zeros(16);  // that no tree is at 0
    for (std::size_t i = 0; i < functions.size(); ++i) {
      places_[i].tree = static_cast<std::uint32_t>(trees.size());
      for (const GoCall& call : functions[i].calls) write_call(trees, call);
    }
    trees_ = trees.finish();
  }

  void write_call(Assembler& out, const GoCall& call) {
    const std::uint64_t name = name_base() + text(names_, call.name);
    if (form.minor >= 20) {
      out.u32(0);
      out.u32(name).u32(call.parent_code).u32(static_cast<std::uint32_t>(call.start_line));
      return;
    }
    if (form.minor >= 12) {
      out.u16(static_cast<std::uint16_t>(call.parent)).u8(7).u8(0);
    } else {
      out.u32(static_cast<std::uint32_t>(call.parent));
    }
    out.u32(static_cast<std::uint32_t>(file_number(call.file))).u32(static_cast<std::uint32_t>(call.line));
    out.u32(name);
    if (form.minor >= 12) out.u32(call.parent_code);
  }

  // Old tables number their files from 1 and have offsets of names from the table's beginning.
  int file_number(const std::string& name) {
    const auto known = std::ranges::find(file_names_, name);
    const auto index = static_cast<int>(known - file_names_.begin());
    if (known == file_names_.end()) file_names_.push_back(name);
    return index + (form.minor < 16 ? 1 : 0);
  }
  std::uint32_t text(Buffer& into, const std::string& text) {
    const auto at = static_cast<std::uint32_t>(into.size());
    into.insert(into.end(), text.begin(), text.end());
    into.push_back(0);
    return at;
  }

  template <class Value>
  std::uint32_t values(const GoFunction& function, Value value_of) {
    if (function.rows.empty()) return 0;
    const auto at = static_cast<std::uint32_t>(values_.size());
    Assembler out(form.endian, form.width);
    int before = -1;
    for (std::size_t i = 0; i < function.rows.size();) {
      const int value = value_of(function.rows[i]);
      unsigned size = 0;
      for (; i < function.rows.size() && value_of(function.rows[i]) == value; ++i)
        size += function.rows[i].size;
      const int difference = value - before;
      out.uleb(static_cast<std::uint32_t>(difference) << 1 ^ static_cast<std::uint32_t>(difference >> 31));
      out.uleb(size / form.quantum);
      before = value;
    }
    const Buffer bytes = out.u8(0).finish();
    values_.insert(values_.end(), bytes.begin(), bytes.end());
    return at;
  }

  // Where names are, in old tables: behind the header, the entries and the place of the list of files.
  std::uint32_t name_base() const {
    if (form.minor >= 16) return 0;
    return static_cast<std::uint32_t>(8 + form.width + (2 * functions.size() + 1) * form.width + 4);
  }

  void write_record(Assembler& out, std::size_t number, std::uint64_t names, std::uint64_t values,
                    std::uint64_t base, std::uint64_t trees_at) const {
    const GoFunction& function = functions[number];
    const Places& place = places_[number];
    const auto table = [&](std::uint32_t at) { return at == 0 ? 0 : values + at; };
    const bool is_inlined = has_trees(function);
    out.number(function.begin, entry_width());
    out.u32(names + place.name).u32(0).u32(0).u32(0).u32(table(place.files)).u32(table(place.lines));
    const unsigned tables = is_inlined ? call_table() + 1 : 0, data = is_inlined ? tree_datum() + 1 : 0;
    out.u32(tables);
    if (form.minor >= 16) out.u32(0);
    if (form.minor >= 20) out.u32(static_cast<std::uint32_t>(function.start_line));
    if (form.minor < 12 && form.endian == Endian::Little) {
      out.u32(data << 24);  // a number of four bytes then, of which the last is read
    } else {
      out.u8(0).u8(0).u8(0).u8(data);
    }
    for (unsigned i = 0; i < tables; ++i) out.u32(i == call_table() ? table(place.calls) : 0);
    const unsigned width = entry_width();
    if (data != 0 && width == 8) out.zeros((8 - (base + out.size()) % 8) % 8);
    for (unsigned i = 0; i < data; ++i) {
      const std::uint64_t tree = place.tree + (form.minor >= 18 ? 0 : trees_at);
      out.number(i == tree_datum() ? tree : form.minor >= 18 ? 0xffffffff : 0, width);
    }
    out.align(form.width);
  }

  // The entries and the records behind them; offsets count from `base` before the entries.
  Buffer records(std::uint64_t base, std::uint64_t names, std::uint64_t values, std::uint64_t address,
                 std::uint64_t trees_at) const {
    const std::size_t entries = (2 * functions.size() + 1) * entry_width() + (form.minor < 16 ? 4 : 0);
    const std::uint64_t first = records_begin(base, entries);
    Assembler bodies(form.endian, form.width);
    std::vector<std::uint64_t> offsets;
    for (std::size_t i = 0; i < functions.size(); ++i) {
      offsets.push_back(first + bodies.size());
      write_record(bodies, i, names, values, address + first - base, trees_at);
    }
    Assembler out(form.endian, form.width);
    for (std::size_t i = 0; i < functions.size(); ++i)
      out.number(functions[i].begin, entry_width()).number(offsets[i], entry_width());
    out.number(end, entry_width());
    if (form.minor < 16) out.u32(first + bodies.size());  // where the list of files begins
    if (form.minor < 16) out.bytes(names_).bytes(values_);
    out.zeros(first - base - out.size());
    return out.bytes(bodies.finish()).finish();
  }
  std::uint64_t records_begin(std::uint64_t base, std::size_t entries) const {
    std::uint64_t at = base + entries;
    if (form.minor < 16) at += names_.size() + values_.size();
    return (at + 7) / 8 * 8;
  }

  void write_header(Assembler& out, std::uint32_t magic) const {
    out.u32(magic).u16(0).u8(form.quantum).u8(form.width).address(functions.size());
  }

  Buffer old_table(std::uint64_t table_at, std::uint64_t trees_at) {
    Assembler out(form.endian, form.width);
    write_header(out, 0xfffffffb);
    const std::uint64_t base = out.size(), names = name_base(), values = names + names_.size();
    out.bytes(records(base, names, values, table_at + base, trees_at));
    Assembler list(form.endian, form.width);
    list.u32(file_names_.size() + 1);
    std::size_t at = out.size() + 4 + 4 * file_names_.size();
    for (const std::string& name : file_names_) {
      list.u32(at);
      at += name.size() + 1;
    }
    for (const std::string& name : file_names_) list.cstring(name);
    return out.bytes(list.finish()).finish();
  }

  Buffer new_table(std::uint64_t table_at, std::uint64_t trees_at) {
    Assembler units(form.endian, form.width);
    for (const std::string& name : file_names_) units.u32(text(files_, name));
    const Buffer unit_bytes = units.finish();
    Assembler out(form.endian, form.width);
    write_header(out, form.minor >= 20 ? 0xfffffff1 : form.minor >= 18 ? 0xfffffff0 : 0xfffffffa);
    out.address(file_names_.size());
    if (form.minor >= 18) out.address(form.minor >= 26 ? 0 : text_start);
    names_at_ = (out.size() + 5 * form.width + 7) / 8 * 8;
    units_at_ = (names_at_ + names_.size() + 7) / 8 * 8;
    files_at_ = units_at_ + unit_bytes.size();
    values_at_ = files_at_ + files_.size();
    records_at_ = (values_at_ + values_.size() + 7) / 8 * 8;
    for (const std::size_t part : {names_at_, units_at_, files_at_, values_at_, records_at_})
      out.address(part);
    out.zeros(names_at_ - out.size()).bytes(names_).zeros(units_at_ - out.size()).bytes(unit_bytes);
    out.bytes(files_).bytes(values_).zeros(records_at_ - out.size());
    return out.bytes(records(0, 0, 0, table_at + records_at_, trees_at)).finish();
  }

  Buffer names_, files_, values_, trees_;
  std::vector<std::string> file_names_;
  std::vector<Places> places_;
  std::size_t names_at_ = 0, units_at_ = 0, files_at_ = 0, values_at_ = 0, records_at_ = 0;
};

}  // namespace symkit::test

// A PDB whose functions are cut in three, as compilers do it with what a profile says is seldom run
// (S_SEPCODE), answers for each byte what it answers with the functions whole. The fixture's records are
// written anew, with an order of our own; nothing else of it changes.
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "debug/symbols/prepare.h"
#include "files/container/open.h"
#include "files/pdb/codeview.h"
#include "files/pdb/module.h"
#include "files/pdb/records.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"
#include "keep/index/native_index.h"
#include "support/synth_msf.h"

using namespace symkit;
using test::append_number;
using test::ByteVector;

namespace {

namespace symbol = pdb::symbol;

constexpr std::size_t debug_information = 3, debug_header_size = 64;
constexpr std::uint32_t smallest = 48;  // of functions that are cut

void append_short(ByteVector& out, std::uint32_t number) {
  out.push_back(static_cast<std::uint8_t>(number));
  out.push_back(static_cast<std::uint8_t>(number >> 8));
}

// As annotations have numbers; one of four bytes, whatever it is.
void append_packed(ByteVector& out, std::uint32_t number) {
  out.push_back(static_cast<std::uint8_t>(0xc0 | number >> 24));
  for (const unsigned shift : {16U, 8U, 0U}) out.push_back(static_cast<std::uint8_t>(number >> shift));
}

void append_record(ByteVector& out, std::uint16_t kind, const ByteVector& body) {
  append_short(out, static_cast<std::uint32_t>(body.size() + 2));
  append_short(out, kind);
  out.insert(out.end(), body.begin(), body.end());
}

// A function in three pieces: the first is its own, the last one's record comes first.
struct Cut {
  std::uint32_t begin = 0, second = 0, third = 0, end = 0;

  std::uint32_t number_of(std::uint32_t rva) const { return rva < second ? 0 : rva < third ? 2 : 1; }
  std::uint32_t begin_of(std::uint32_t number) const {
    return number == 0 ? begin : number == 2 ? second : third;
  }
  std::uint32_t end_of(std::uint32_t number) const {
    return number == 0 ? second : number == 2 ? third : end;
  }
};

// The rows of a call that was inlined, as a program that goes to each piece.
ByteVector program_of(const std::vector<pdb::Row>& rows, const Cut& cut, std::uint32_t line) {
  ByteVector out;
  std::uint32_t piece = 0, at = 0;
  for (pdb::Row row : rows)
    while (row.begin < row.end) {
      const std::uint32_t here = cut.number_of(row.begin), end = std::min(row.end, cut.end_of(here));
      if (here != piece) {
        append_packed(out, static_cast<std::uint32_t>(pdb::Annotation::ChangeCodeOffsetBase));
        append_packed(out, here);
        piece = here;
        at = 0;
      }
      append_packed(out, static_cast<std::uint32_t>(pdb::Annotation::ChangeFile));
      append_packed(out, row.file);
      append_packed(out, static_cast<std::uint32_t>(pdb::Annotation::ChangeLineOffset));
      append_packed(out, row.line >= line ? (row.line - line) << 1 : (line - row.line) << 1 | 1);
      line = row.line;
      const std::uint32_t offset = row.begin - cut.begin_of(here);
      append_packed(out, static_cast<std::uint32_t>(pdb::Annotation::ChangeCodeLengthAndCodeOffset));
      append_packed(out, end - row.begin);
      append_packed(out, offset - at);
      at = offset;
      row.begin = end;
    }
  while (out.size() % 4 != 0) out.push_back(0);
  return out;
}

// All functions of a module, in its order.
class Functions final : public pdb::FunctionSink {
 public:
  struct One {
    Cut cut;
    std::vector<std::vector<pdb::Row>> sites;
  };
  void take(const pdb::Function& function) override {
    const std::uint32_t third = (function.end - function.begin) / 3;
    One& one = all.emplace_back(
        Cut{function.begin, function.begin + third, function.begin + 2 * third, function.end});
    for (const pdb::InlineSite& site : function.sites)
      one.sites.emplace_back(site.rows.begin(), site.rows.end());
  }
  std::vector<One> all;
};

class Cutter {
 public:
  explicit Cutter(const ByteVector& file) : database_(*pdb::Database::open(file)) {}

  // With each piece's record behind its function, or all of them behind all functions.
  ByteVector cut(bool at_once) {
    std::vector<ByteVector> streams = test::streams_of(database_->streams());
    std::size_t info_at = debug_header_size;
    for (const pdb::ModuleInfo& module : database_->modules()) {
      if (module.has_stream()) {
        ByteVector& stream = streams[module.stream];
        const ByteVector symbols = symbols_of(module, stream, at_once);
        ByteVector changed(stream.begin(), stream.begin() + 4);
        changed.insert(changed.end(), symbols.begin(), symbols.end());
        changed.insert(changed.end(), stream.begin() + module.symbol_bytes, stream.end());
        stream = changed;
        ByteVector size;
        append_number(size, symbols.size() + 4);
        std::ranges::copy(size,
                          streams[debug_information].begin() + static_cast<std::ptrdiff_t>(info_at + 36));
      }
      Cursor names(streams[debug_information], Endian::Little, info_at + 64);
      names.cstring();
      names.cstring();
      info_at = (names.offset() + 3) / 4 * 4;
    }
    return test::MsfWriter(4096).write(streams);
  }

  std::size_t functions_cut() const { return cut_; }

 private:
  ByteVector symbols_of(const pdb::ModuleInfo& module, const ByteVector& stream, bool at_once) {
    pdb::ModuleReader reader(*database_);
    REQUIRE(reader.enter(module));
    Functions functions;
    reader.each_function(functions);
    auto next = functions.all.begin();
    std::size_t site = 0;
    bool is_cut = false;
    int depth = 0;
    ByteVector out, pieces;
    const Bytes records = Bytes(stream).subspan(4, module.symbol_bytes - 4);
    pdb::each_record(records, [&](std::uint16_t kind, Bytes record) {
      ByteVector body(record.begin(), record.end());
      const bool is_procedure = kind == symbol::global_procedure || kind == symbol::local_procedure ||
                                kind == symbol::global_procedure_id || kind == symbol::local_procedure_id;
      if (is_procedure && next != functions.all.end()) {
        const Cut cut = next->cut;
        is_cut = cut.end - cut.begin >= smallest;
        site = 0;
        if (is_cut) shorten(body, cut, pieces);
        cut_ += is_cut ? 1 : 0;
        ++next;
      } else if (kind == symbol::inline_site && is_cut) {
        body.resize(12);
        const auto& rows = std::prev(next)->sites[site++];
        const ByteVector program = program_of(rows, std::prev(next)->cut, line_of(module, body));
        body.insert(body.end(), program.begin(), program.end());
      }
      append_record(out, kind, body);
      depth += is_procedure || kind == symbol::block || kind == symbol::inline_site || kind == symbol::thunk;
      depth -= kind == symbol::end || kind == symbol::inline_site_end || kind == symbol::procedure_id_end;
      if (depth == 0 && !at_once) {
        out.insert(out.end(), pieces.begin(), pieces.end());
        pieces.clear();
      }
    });
    out.insert(out.end(), pieces.begin(), pieces.end());
    return out;
  }

  // The line that annotations count from.
  std::uint32_t line_of(const pdb::ModuleInfo& module, const ByteVector& site) {
    const std::uint32_t callee = Cursor(site, Endian::Little, 8).u32();
    const auto stream = database_->streams().read(module.stream);
    Cursor at(stream->bytes(), Endian::Little, module.symbol_bytes + module.old_line_bytes);
    while (at.remaining() >= 8) {
      const std::uint32_t kind = at.u32(), size = at.u32();
      Cursor inlinees(at.bytes(size), Endian::Little, 4);
      while (kind == pdb::subsection::inlined_functions && inlinees.remaining() >= 12) {
        const std::uint32_t id = inlinees.u32();
        inlinees.skip(4);
        const std::uint32_t line = inlinees.u32();
        if (id == callee) return line;
      }
      at.skip(std::min<std::size_t>((4 - size % 4) % 4, at.remaining()));
    }
    return 0;
  }

  static void shorten(ByteVector& procedure, const Cut& cut, ByteVector& pieces) {
    const std::uint32_t offset = Cursor(procedure, Endian::Little, 28).u32();
    const std::uint32_t section = Cursor(procedure, Endian::Little, 32).u16();
    ByteVector size;
    append_number(size, cut.second - cut.begin);
    std::ranges::copy(size, procedure.begin() + 12);
    for (const std::uint32_t number : {1U, 2U}) {
      ByteVector body;
      append_number(body, 0);
      append_number(body, 0);
      append_number(body, cut.end_of(number) - cut.begin_of(number));
      append_number(body, 0);
      append_number(body, offset + (cut.begin_of(number) - cut.begin));
      append_number(body, offset);
      append_short(body, section);
      append_short(body, section);
      append_record(pieces, symbol::separated_code, body);
      append_record(pieces, symbol::end, {});
    }
  }

  std::unique_ptr<pdb::Database> database_;
  std::size_t cut_ = 0;
};

std::vector<std::uint8_t> separated_index_of(const ByteVector& file) {
  const auto opened = container::open_bytes(file, "cut.pdb");
  REQUIRE(opened);
  auto made = symbols::prepare(*(*opened)->images().front(), {});
  REQUIRE(made);
  return std::move(*made);
}

struct Told {
  std::string text;
  std::size_t depth = 0;
  bool is_part = false;
};

Told told_of(const index::NativeIndex& index, std::uint32_t rva) {
  index::Answer answer;
  if (!index.lookup({rva}, answer) || answer.source != index::Source::DebugInfo) return {};
  Told told{.text = {}, .depth = answer.chain.size(), .is_part = answer.is_part};
  std::string part;
  for (const index::ChainFrame& frame : answer.chain) {
    index.read_name(frame.name, part);
    told.text += part;
    index.read_path(frame.place.file, part);
    told.text += say(' ', part, ':', frame.place.line, '\n');
  }
  return told;
}

}  // namespace

TEST_CASE("Calls inlined into code that lies apart from its function are told as where it is whole") {
  for (const std::string_view name : {"market-x86_64.pdb", "ledger-x86_64.pdb", "ledger-i686.pdb"})
    for (const bool at_once : {false, true}) {
      CAPTURE(name);
      CAPTURE(at_once);
      std::ifstream in(say(SYMKIT_TEST_DATA "/windows/", name), std::ios::binary);
      const ByteVector file{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
      Cutter cutter(file);
      const std::vector<std::uint8_t> plain = separated_index_of(file),
                                      cut = separated_index_of(cutter.cut(at_once));
      const auto before = index::NativeIndex::open(plain), after = index::NativeIndex::open(cut);
      REQUIRE(before);
      REQUIRE(after);
      std::size_t inlined_in_parts = 0;
      for (std::uint32_t rva = 0x1000; rva < before->end().value; ++rva) {
        const Told truth = told_of(*before, rva), told = told_of(*after, rva);
        CAPTURE(rva);
        CHECK(told.text == truth.text);
        inlined_in_parts += told.is_part && told.depth > 1 ? 1 : 0;
      }
      CHECK(cutter.functions_cut() > 2);
      CHECK(inlined_in_parts > 20);
    }
}

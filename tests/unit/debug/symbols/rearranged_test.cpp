// A PDB whose code was put into another order after linking (OMAP) answers at the new places what the same
// PDB without that answers at the old ones: the fixture's streams, with an order of our own beside them.
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "debug/symbols/prepare.h"
#include "files/container/open.h"
#include "files/pdb/database.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"
#include "keep/index/native_index.h"
#include "support/synth_msf.h"

using namespace symkit;
using test::ByteVector;

namespace {

constexpr std::size_t debug_information = 3, size_of_streams_at = 48;
constexpr std::size_t rearranged_at = 4, section_headers_at = 5, linked_section_headers_at = 10;
constexpr std::uint32_t chunk = 0x34;  // in the midst of functions, rows and calls
constexpr std::uint32_t removed = 7;   // this chunk is not in the image any more

struct Order {
  std::map<std::uint32_t, std::uint32_t> places;  // where a chunk begins → where it went
  std::uint32_t begin = 0, end = 0;
};

ByteVector fixture() {
  std::ifstream in(SYMKIT_TEST_DATA "/windows/market-x86_64.pdb", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// The chunks of the code, the last first.
Order backwards(const ByteVector& file) {
  const auto database = pdb::Database::open(file);
  REQUIRE(database);
  const pdb::Section& code = (*database)->sections().front();
  REQUIRE(code.name == ".text");
  Order order{.places = {}, .begin = code.rva, .end = code.rva + code.size / chunk * chunk};
  for (std::uint32_t at = order.begin; at < order.end; at += chunk)
    order.places[at] = at == order.begin + removed * chunk ? 0 : order.begin + (order.end - chunk - at);
  return order;
}

ByteVector rearranged(const ByteVector& file, const Order& order, bool with_sections) {
  const auto msf = pdb::Msf::open(file);
  REQUIRE(msf);
  std::vector<ByteVector> streams = test::streams_of(**msf);
  ByteVector& debug = streams[debug_information];
  const std::uint32_t size = Cursor(debug, Endian::Little, size_of_streams_at).u32();
  std::vector<std::uint16_t> numbers(11, 0xffff);
  Cursor old(debug, Endian::Little, debug.size() - size);
  for (std::size_t i = 0; i < size / 2; ++i) numbers[i] = old.u16();
  ByteVector moves;
  for (const auto& [from, to] : order.places) {
    test::append_number(moves, from);
    test::append_number(moves, to);
  }
  test::append_number(moves, order.end);
  test::append_number(moves, order.end);
  numbers[rearranged_at] = static_cast<std::uint16_t>(streams.size());
  if (with_sections) numbers[linked_section_headers_at] = static_cast<std::uint16_t>(streams.size() + 1);
  debug.resize(debug.size() - size);
  for (const std::uint16_t number : numbers) {
    debug.push_back(static_cast<std::uint8_t>(number));
    debug.push_back(static_cast<std::uint8_t>(number >> 8));
  }
  debug[size_of_streams_at] = 22;
  const ByteVector headers = streams[numbers[section_headers_at]];
  streams.push_back(moves);
  streams.push_back(headers);
  return test::MsfWriter(4096).write(streams);
}

std::vector<std::uint8_t> index_of(const ByteVector& file) {
  const auto opened = container::open_bytes(file, "market.pdb");
  REQUIRE(opened);
  auto made = symbols::prepare(*(*opened)->images().front(), {});
  REQUIRE(made);
  return std::move(*made);
}

// Functions with lines, inlined ones too; empty where no debug information has the address.
std::string told(const index::NativeIndex& index, std::uint32_t rva) {
  index::Answer answer;
  if (!index.lookup({rva}, answer) || answer.source != index::Source::DebugInfo) return {};
  std::string text, name;
  for (const index::ChainFrame& frame : answer.chain) {
    index.read_name(frame.name, name);
    text += name;
    index.read_path(frame.place.file, name);
    text += say(' ', name, ':', frame.place.line, '\n');
  }
  return text;
}

}  // namespace

TEST_CASE("Rearranged code is answered where it lies now as it was where the linker put it") {
  const ByteVector file = fixture();
  const Order order = backwards(file);
  const std::vector<std::uint8_t> plain = index_of(file), moved = index_of(rearranged(file, order, true));
  const auto before = index::NativeIndex::open(plain), after = index::NativeIndex::open(moved);
  REQUIRE(before);
  REQUIRE(after);
  std::size_t compared = 0;
  for (const auto& [from, to] : order.places)
    for (std::uint32_t i = 0; i < chunk && to != 0; ++i) {
      const std::string truth = told(*before, from + i);
      CAPTURE(from + i);
      CHECK(told(*after, to + i) == truth);
      compared += truth.empty() ? 0 : 1;
    }
  CHECK(compared > 1000);
  // Nothing lies where only removed code would have gone.
  CHECK(told(*after, order.begin + (order.end - chunk - (order.begin + removed * chunk))).empty());
}

TEST_CASE("Where it does not say from which sections the code was rearranged, that is said") {
  const ByteVector file = fixture();
  const auto opened = container::open_bytes(rearranged(file, backwards(file), false), "market.pdb");
  REQUIRE_FALSE(opened);
  CHECK(opened.error().message ==
        "market.pdb: its code was rearranged after linking (OMAP), but the original sections are missing");
}

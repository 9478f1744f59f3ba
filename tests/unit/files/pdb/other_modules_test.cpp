// Functions that a module knows by what another one exports. The fixture says the same as the PDB that it was
// made from, which names them itself.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "doctest/doctest.h"

#include "files/pdb/module.h"
#include "files/pdb/type_names.h"
#include "support/synth_msf.h"

using namespace symkit;
using namespace symkit::pdb;
using namespace symkit::test;

namespace {

ByteVector fixture(const std::string& name) {
  std::ifstream in(SYMKIT_TEST_DATA "/windows/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// For each call that was inlined: where it begins, and of what.
class Calls final : public FunctionSink {
 public:
  static std::string of(const Database& database) {
    Calls calls(database);
    auto names = FunctionNames::of(database);
    if (!names) return {};
    calls.names_ = std::move(*names);
    for (const ModuleInfo& module : database.modules())
      if (calls.reader_.enter(module)) calls.reader_.each_function(calls);
    return calls.text_;
  }
  static std::string of(const ByteVector& file) {
    const auto database = Database::open(file);
    return database ? of(**database) : std::string();
  }

 private:
  explicit Calls(const Database& database) : reader_(database) {}

  void take(const Function& function) override {
    for (const InlineSite& site : function.sites) {
      const std::string name = names_.name_of(site.callee);
      text_ += std::string(function.name) + ' ' + (name.empty() ? "??" : name);
      if (!site.rows.empty()) text_ += ' ' + std::to_string(site.rows.front().begin);
      text_ += '\n';
    }
  }

  ModuleReader reader_;
  FunctionNames names_;
  std::string text_;
};

const std::string across = "market-x86_64-across.pdb";

// The fixture's streams, to be changed.
struct Streams {
  std::vector<ByteVector> all;

  Streams() {
    const ByteVector file = fixture(across);
    const auto msf = Msf::open(file);
    REQUIRE(msf);
    all = test::streams_of(**msf);
  }
  std::string calls() const { return Calls::of(MsfWriter(512).write(all)); }

  // The stream of a module, and where the subsection of a kind begins in it.
  std::pair<ByteVector*, std::size_t> subsection_of(std::string_view module, std::uint32_t kind) {
    const ByteVector file = MsfWriter(512).write(all);
    const auto database = Database::open(file);
    REQUIRE(database);
    const auto found = std::ranges::find((*database)->modules(), module, &ModuleInfo::name);
    REQUIRE(found != (*database)->modules().end());
    ByteVector& stream = all[found->stream];
    std::size_t at = found->symbol_bytes + found->old_line_bytes;
    while (number_at(stream, at) != kind) at += 8 + (number_at(stream, at + 4) + 3) / 4 * 4;
    return {&stream, at};
  }
  static std::uint32_t number_at(const ByteVector& bytes, std::size_t at) {
    const auto byte = [&](std::size_t i) { return std::uint32_t{bytes[at + i]}; };
    return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
  }
  static void set(ByteVector& bytes, std::size_t at, std::uint32_t number) {
    ByteVector written;
    append_number(written, number);
    std::ranges::copy(written, bytes.begin() + static_cast<std::ptrdiff_t>(at));
  }
};

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

// Of the lines that have a name, those that the twin does not have.
std::set<std::string> wrong_names(const std::string& calls) {
  const auto lines = [](std::string_view text) {
    std::set<std::string> all;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      all.emplace(text.substr(at, end - at));
      at = end + 1;
    }
    return all;
  };
  static const std::set<std::string> right = lines(Calls::of(fixture("market-x86_64.pdb")));
  std::set<std::string> wrong;
  for (const std::string& line : lines(calls))
    if (!line.contains(" ??") && !right.contains(line)) wrong.insert(line);
  return wrong;
}

constexpr std::uint32_t imports = 0xf7, exports = 0xf8;

}  // namespace

TEST_CASE("what is inlined from another module has its name") {
  const std::string calls = Calls::of(fixture(across));
  CHECK(calls == Calls::of(fixture("market-x86_64.pdb")));
  CHECK(calls.contains(" market::Level::price "));
  CHECK(count(calls, "\n") > 40);
  CHECK(count(calls, "??") == 0);
}

TEST_CASE("an excerpt reads what left-out modules export") {
  const ByteVector files[] = {fixture(across), fixture("market-x86_64.pdb")};
  std::string told[2];
  for (const int i : {0, 1}) {
    const auto database = Database::open(files[i]);
    REQUIRE(database);
    for (std::uint32_t rva = 0x1000; rva < 0x1c00; rva += 0x40) {
      const std::uint32_t rvas[] = {rva};
      const auto excerpt = (*database)->around(rvas, {});
      if (excerpt && *excerpt) told[i] += Calls::of(**excerpt);
    }
  }
  CHECK(told[0] == told[1]);
  CHECK(told[0].contains(" market::Level::price "));
}

TEST_CASE("a function that two modules of one name export has no name") {
  Streams streams;
  const std::string before = streams.calls();
  // The debug information names the modules: book.obj becomes a second listener.obj, as long as its own.
  ByteVector& list = streams.all[3];
  const std::string_view old = "/src/session.obj", fresh = "/SRC/RUNTIME.OBJ";
  const auto name = std::ranges::search(list, old);
  REQUIRE(!name.empty());
  std::ranges::copy(fresh, name.begin());
  const std::string calls = streams.calls();
  CHECK(wrong_names(calls).empty());
  CHECK(count(calls, "??") > 0);
  CHECK(calls != before);
}

TEST_CASE("an id that is exported twice, as a type, or not at all has no name") {
  Streams whole;
  const auto [listener, at] = whole.subsection_of("/src/listener.obj", exports);
  const std::uint32_t first = Streams::number_at(*listener, at + 8);
  CHECK(first == 0x80001000);
  struct Change {
    std::size_t at;
    std::uint32_t number;
  };
  for (const Change change : {Change{at + 16, first},              // the second export is called as the first
                              Change{at + 8, first & 0x7fffffff},  // a type
                              Change{at + 8, first + 1},           // another
                              Change{at + 12, 0x80001000},  // in the whole PDB: of another module again
                              Change{at + 12, 0x00ffffff},  // beyond all ids
                              Change{at + 12, 0}}) {
    Streams changed;
    const auto [stream, unused] = changed.subsection_of("/src/listener.obj", exports);
    Streams::set(*stream, change.at, change.number);
    const std::string calls = changed.calls();
    CHECK(count(calls, "??") > 0);
    CHECK(wrong_names(calls).empty());
  }
}

TEST_CASE("imports that do not hold what they say, or of nobody, leave calls without names") {
  Streams whole;
  const std::size_t at = whole.subsection_of("/src/book.obj", imports).second;
  struct Change {
    std::size_t at;
    std::uint32_t number;
  };
  for (const Change change : {Change{at + 8, 0xffffff},     // no such name
                              Change{at + 8, 0},            // an empty one
                              Change{at + 12, 0xffffffff},  // more ids than there are bytes
                              Change{at + 12, 1},           // fewer: what follows is no list
                              Change{at, 0xf5}}) {          // none at all
    Streams changed;
    const auto [stream, unused] = changed.subsection_of("/src/book.obj", imports);
    Streams::set(*stream, change.at, change.number);
    const std::string calls = changed.calls();
    CHECK(count(calls, "??") > 0);
    CHECK(wrong_names(calls).empty());
  }
}

TEST_CASE("imports: the scope and the number in it") {
  ByteVector bytes;
  for (const std::uint32_t number : {7U, 2U, 0x80001000U, 0x80001001U, 9U, 1U, 0x80001002U})
    append_number(bytes, number);
  Imports imported;
  CHECK_FALSE(imported.find(0x80000000));
  imported.read(bytes);
  CHECK(imported.find(0x80000001)->module_name == 7);
  CHECK(imported.find(0x80000001)->local_id == 0x80001001);
  CHECK(imported.find(0x80100000)->module_name == 9);
  CHECK(imported.find(0x80100000)->local_id == 0x80001002);
  for (const std::uint32_t id : {0x80000002U, 0x80100001U, 0x80200000U, 0xffffffffU, 0x1000U, 0U})
    CHECK_FALSE(imported.find(id));
  imported.read(bytes);  // which of the two would be meant?
  CHECK_FALSE(imported.find(0x80000001));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    imported.clear();
    imported.read(Bytes(bytes).first(size));
    const bool is_whole = size == 0 || size == 16;
    CHECK(imported.find(0x80000000).has_value() == (is_whole && size != 0));
  }
}

TEST_CASE("what other modules say, cut or changed at any byte, is refused or tells something") {
  const Streams whole;
  const ByteVector file = fixture(across);
  const auto opened = Database::open(file);
  REQUIRE(opened);
  for (const ModuleInfo& module : (*opened)->modules()) {
    if (!module.has_stream()) continue;
    for (std::size_t at = module.symbol_bytes; at < whole.all[module.stream].size(); ++at) {
      Streams changed = whole;
      ByteVector& stream = changed.all[module.stream];
      stream[at] = static_cast<std::uint8_t>(~stream[at]);
      CHECK_FALSE(changed.calls().empty());
      changed = whole;
      changed.all[module.stream].resize(at);
      CHECK_FALSE(changed.calls().empty());
    }
  }
}

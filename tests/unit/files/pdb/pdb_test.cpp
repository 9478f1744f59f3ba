// PDBs: the fixtures of test-data/windows, whole and taken apart. What is expected of them is what
// llvm-pdbutil-19 prints.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "doctest/doctest.h"

#include "files/pdb/annotations.h"
#include "files/pdb/module.h"
#include "files/pdb/type_names.h"
#include "support/synth_msf.h"

using namespace symkit;
using namespace symkit::pdb;
using namespace symkit::test;

namespace {

ByteVector bytes_of(const std::string& name) {
  std::ifstream in(SYMKIT_TEST_DATA "/windows/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<ByteVector> streams_of(const ByteVector& file) {
  const auto msf = Msf::open(file);
  REQUIRE(msf);
  return test::streams_of(**msf);
}

// All that a PDB says, as lines of text.
class Teller final : public FunctionSink {
 public:
  static std::string tell(Bytes file) {
    const auto database = Database::open(file);
    if (!database) return database.error().message;
    Teller teller(**database);
    teller.tell_all();
    return teller.text_;
  }

 private:
  explicit Teller(const Database& database) : database_(database), reader_(database) {}

  void tell_all() {
    text_ = database_.id().hex() + '\n';
    Stream records;
    const auto publics = database_.publics(records);
    if (!publics) return;
    for (const Public& one : *publics) text_ += std::to_string(one.rva) + ' ' + std::string(one.name) + '\n';
    auto names = FunctionNames::of(database_);
    if (!names) return;
    names_ = std::move(*names);
    for (const ModuleInfo& module : database_.modules()) {
      if (const auto entered = reader_.enter(module); !entered) {
        text_ += entered.error().message + '\n';
        continue;
      }
      for (const Row& row : reader_.lines()) add_row(row);
      reader_.each_function(*this);
    }
  }

  void add_row(const Row& row) {
    text_ += std::to_string(row.begin) + '-' + std::to_string(row.end) + ' ' +
             std::string(reader_.file_name(row.file)) + ':' + std::to_string(row.line) + '\n';
  }

  void take(const Function& function) override {
    text_ += std::string(function.name) + ' ' + std::to_string(function.end - function.begin) + '\n';
    for (const InlineSite& site : function.sites) {
      text_ += std::string(site.depth, ' ') + names_.name_of(site.callee) + '\n';
      for (const Row& row : site.rows) add_row(row);
    }
  }

  const Database& database_;
  ModuleReader reader_;
  FunctionNames names_;
  std::string text_;
};

// Of a function at 0x1000 with 0x100 bytes, into which one of line 10 of file 8 was inlined.
std::string rows_of(const ByteVector& program) {
  std::vector<Row> rows;
  read_annotations(program, {.begin = 0x1000, .end = 0x1100, .file = 8, .line = 10}, rows);
  std::string text;
  for (const Row& row : rows)
    text += std::to_string(row.begin - 0x1000) + '-' + std::to_string(row.end - 0x1000) + ' ' +
            std::to_string(row.file) + ':' + std::to_string(row.line) + ' ';
  return text;
}

}  // namespace

TEST_CASE("a PDB tells the same however its streams lie in blocks") {
  const ByteVector whole = bytes_of("ledger-x86_64.pdb");
  const std::string told = Teller::tell(whole);
  CHECK(told.contains("ffde7dac97b195934c4c44205044422e1\n"));
  CHECK(told.contains("ledger::Book::total "));
  CHECK(told.contains("ledger::`anonymous namespace'::with_tax\n"));
  CHECK(told.contains("/src/ledger.cpp:"));
  CHECK(told.contains(" ??1Book@ledger@@UEAA@XZ\n"));
  for (const bool backwards : {false, true})
    for (const std::uint32_t size : {512U, 4096U, 65536U})
      CHECK(Teller::tell(MsfWriter(size, backwards).write(streams_of(whole))) == told);
}

TEST_CASE("a PDB cut at any byte is refused, or tells less") {
  const std::vector<ByteVector> streams = streams_of(bytes_of("ledger-x86_64-folded.pdb"));
  const ByteVector whole = MsfWriter(512, true).write(streams);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const ByteVector cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK_FALSE(Teller::tell(cut).empty());
  }
  // The same within each stream.
  for (std::size_t i = 0; i < streams.size(); ++i)
    for (std::size_t size = 0; size < streams[i].size(); ++size) {
      std::vector<ByteVector> shorter = streams;
      shorter[i].resize(size);
      CHECK_FALSE(Teller::tell(MsfWriter(512).write(shorter)).empty());
    }
}

TEST_CASE("whatever a byte of a PDB is changed to, it is refused, or tells something") {
  const std::vector<ByteVector> streams = streams_of(bytes_of("ledger-x86_64-folded.pdb"));
  const ByteVector whole = MsfWriter(512, true).write(streams);
  for (std::size_t at = 0; at < whole.size(); at += 7)
    for (const unsigned change : {0x01U, 0x80U, 0xffU}) {
      ByteVector changed = whole;
      changed[at] = static_cast<std::uint8_t>(changed[at] ^ change);
      CHECK_FALSE(Teller::tell(changed).empty());
    }
  const auto database = Database::open(whole);
  REQUIRE(database);
  for (const ModuleInfo& module : (*database)->modules()) {
    if (!module.has_stream()) continue;
    for (std::size_t at = 0; at < streams[module.stream].size(); ++at) {
      std::vector<ByteVector> changed = streams;
      ByteVector& stream = changed[module.stream];
      stream[at] = static_cast<std::uint8_t>(~stream[at]);
      CHECK_FALSE(Teller::tell(MsfWriter(4096).write(changed)).empty());
    }
  }
}

TEST_CASE("streams that share blocks cost no more than a few times the file") {
  for (const bool in_a_row : {false, true}) {
    MsfWriter writer(512, true);
    ByteVector directory;
    constexpr std::uint32_t streams = 200, blocks = 200;
    append_number(directory, streams);
    for (std::uint32_t i = 0; i < streams; ++i) append_number(directory, blocks * 512);
    for (std::uint32_t i = 0; i < streams * blocks; ++i)
      append_number(directory, in_a_row ? i % blocks + 1 : i % 2);
    const ByteVector file = writer.finish(directory);
    const auto msf = Msf::open(file);
    REQUIRE(msf);
    std::uint64_t read = 0;
    std::string refusal;
    for (std::size_t i = 0; i < streams; ++i) {
      const auto stream = (*msf)->read(i);
      if (stream) {
        read += stream->bytes().size();
      } else {
        refusal = stream.error().message;
      }
    }
    CHECK(read <= file.size() * 8);
    CHECK(refusal == "broken: its streams share more blocks than they could in a sound file");
  }
}

TEST_CASE("sizes that are not true are refused") {
  ByteVector directory;
  append_number(directory, 0xffffffff);
  CHECK(Teller::tell(MsfWriter(512).finish(directory)) ==
        "broken: more streams than the directory has room for");
  directory.clear();
  append_number(directory, 1);
  append_number(directory, 0xfffffffe);
  CHECK(Teller::tell(MsfWriter(512).finish(directory)) ==
        "broken: streams have more blocks than the directory lists");
  ByteVector odd = MsfWriter(512).write({{}});
  odd[32] = 3;
  CHECK(Teller::tell(odd).starts_with("broken: blocks of "));
}

TEST_CASE("annotations make rows") {
  CHECK(rows_of({11, 0x26, 11, 0x2b, 4, 0x0e}) == "6-17 8:11 17-31 8:12 ");
  // A gap: the length closes the row, and the next one counts from there.
  CHECK(rows_of({3, 0x10, 4, 8, 3, 8, 4, 4}) == "16-24 8:10 32-36 8:10 ");
  CHECK(rows_of({6, 5, 3, 0, 4, 4}) == "0-4 8:8 ");                     // two lines back
  CHECK(rows_of({5, 0x18, 3, 2, 4, 4}) == "2-6 24:10 ");                // another file
  CHECK(rows_of({12, 3, 0x10, 12, 2, 4}) == "16-19 8:10 20-22 8:10 ");  // length and offset in one
  CHECK(rows_of({3, 0x81, 0x00}).empty());                              // begins at the function's end
  CHECK(rows_of({3, 0x80, 0x80}) == "128-256 8:10 ");                   // without an end: the function's
  CHECK(rows_of({1, 0x20, 1, 0x10, 4, 4}) == "16-20 8:10 ");      // backwards: the row before has no code
  CHECK(rows_of({3, 0xc0, 0, 0, 4, 4, 0x0c}) == "4-16 8:10 ");    // a number of four bytes
  CHECK(rows_of({6, 0x29, 3, 0, 4, 4}) == "0-4 8:0 ");            // a line below 1 is none
  CHECK(rows_of({3, 0xe0, 1, 1, 1}).empty());                     // no such number
  CHECK(rows_of({14, 1, 3, 0, 4, 4}).empty());                    // no such instruction
  CHECK(rows_of({2, 1, 3, 0, 4, 4}).empty());                     // code that lies elsewhere: no such piece
  CHECK(rows_of({3, 4, 4, 4, 2, 0, 3, 4, 4, 1}) == "4-8 8:10 ");  // its own again: counted from its beginning
  CHECK(rows_of({3}).empty());
}

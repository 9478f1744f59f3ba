// Excerpts of an image whose debug information is in its object files: only those that are needed are
// opened.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "doctest/doctest.h"

#include "debug/companions/companions.h"
#include "debug/symbols/excerpts.h"
#include "files/container/open.h"
#include "ground/base/words.h"
#include "ground/io/blob.h"
#include "keep/index/native_index.h"
#include "support/scratch.h"

using namespace symkit;
using symbols::Excerpts;
using test::Scratch;

namespace {

const std::string fixtures = SYMKIT_TEST_DATA "/debug-map/arm64/";

// Notes which object files are opened.
class NotedObjects final : public debuginfo::LinkedObjects {
 public:
  explicit NotedObjects(debuginfo::LinkedObjects& real) : real_(real) {}

  std::size_t count() const override { return real_.count(); }
  std::size_t functions() const override { return real_.functions(); }
  std::string_view path(std::size_t number) const override { return real_.path(number); }
  std::optional<std::vector<std::size_t>> with_code_at(std::uint64_t address,
                                                       dwarf::Range& range) const override {
    return real_.with_code_at(address, range);
  }
  debuginfo::ObjectSight look_for(std::size_t number) override { return real_.look_for(number); }
  const debuginfo::LinkedObject* open(std::size_t number) override {
    opened.insert(std::string(path(number)));
    return real_.open(number);
  }
  std::string why_not(std::size_t number) const override { return real_.why_not(number); }

  std::set<std::string> opened;

 private:
  debuginfo::LinkedObjects& real_;
};

class NotedCompanions final : public debuginfo::Companions {
 public:
  explicit NotedCompanions(std::unique_ptr<debuginfo::Companions> real)
      : noted(*real->objects()), real_(std::move(real)) {}

  std::optional<debuginfo::SplitUnit> split(const dwarf::Unit& skeleton) override {
    return real_->split(skeleton);
  }
  const dwarf::DebugFile* supplementary() override { return real_->supplementary(); }
  std::string missing_supplementary() override { return real_->missing_supplementary(); }
  debuginfo::LinkedObjects* objects() override { return &noted; }
  std::string what_was_tried() const override { return real_->what_was_tried(); }

  NotedObjects noted;

 private:
  std::unique_ptr<debuginfo::Companions> real_;
};

// A program with its object files, and what is told of it.
class Program {
 public:
  explicit Program(const std::string& path)
      : file_(std::move(*container::open_file(path))),
        companions(companions::companions_of(image(), {.path = path, .name = {}, .beside = {}}, {})) {
    how_.companions = &companions;
    how_.warn = [this](const std::string& what) { warnings.insert(what); };
    excerpts = Excerpts::of(image(), how_);
  }

  const container::Image& image() const { return *file_->images().front(); }
  // The function at an address and its line; "nothing" if only the whole index can tell.
  std::string told(std::uint64_t address) {
    const auto excerpt = excerpts->at({address});
    if (!excerpt || !*excerpt || (*excerpt)->index == nullptr) return "nothing";
    const auto index = index::NativeIndex::open((*excerpt)->index->bytes());
    index::Answer answer;
    std::string name, path;
    if (!index || !index->lookup(*to_offset({address}, image().text_base()), answer)) return "nothing";
    index->read_name(answer.name, name);
    index->read_path(answer.chain.front().place.file, path);
    return say(name, ' ', path, ':', answer.chain.front().place.line);
  }

 private:
  std::unique_ptr<container::File> file_;
  symbols::PrepareOptions how_;

 public:
  NotedCompanions companions;
  std::unique_ptr<Excerpts> excerpts;
  std::set<std::string> warnings;
};

// The fixture's program, and some of its object files.
void copy_to(const Scratch& scratch, const std::vector<std::string>& files) {
  for (const std::string& name : files) std::filesystem::copy_file(fixtures + name, scratch / name);
}

const std::vector<std::string> all_files = {"program", "start.o", "first.o", "leaf.o", "libshelf.a"};

}  // namespace

TEST_CASE("Only the object file with the code is opened") {
  using Paths = std::set<std::string>;
  struct Asked {
    std::uint64_t address;
    Paths opened;
    std::string_view told;
  };
  for (const Asked& asked : {Asked{0x10000038c, {"start.o"}, "run /src/start.cpp"},
                             {0x1000003f8, {"first.o"}, "_Z9first_runi /src/first.cpp"},
                             {0x100000514, {"leaf.o"}, " /src/leaf-arm64.s:"},
                             {0x100000528, {"libshelf.a(second.o)"}, "_Z10second_runi /src/second.cpp"},
                             {0x100000000, {}, "nothing"}}) {
    CAPTURE(asked.told);
    Program program(fixtures + "program");
    REQUIRE(program.excerpts != nullptr);
    CHECK(program.companions.noted.opened.empty());
    CHECK(program.told(asked.address).starts_with(asked.told));
    CHECK(program.companions.noted.opened == asked.opened);
    CHECK(program.warnings.empty());
  }
}

TEST_CASE("What is known of the image at first says that there are lines, if an object file is found") {
  Program program(fixtures + "program");
  CHECK(program.excerpts->facts()->counts.with_lines != 0);
  CHECK(program.companions.noted.opened.size() <= 1);
  const Scratch scratch;
  copy_to(scratch, {"program"});
  // Files of other programs under the names of all of them.
  for (const std::string& name : all_files)
    if (name != "program") std::filesystem::copy_file(fixtures + "program", scratch / name);
  Program without(scratch / "program");
  REQUIRE(without.excerpts != nullptr);
  CHECK(without.excerpts->facts()->counts.with_lines == 0);
  CHECK(without.told(0x1000003f8) == "nothing");
}

TEST_CASE("Where an object file is missing, the whole index tells what that means") {
  const Scratch scratch;
  copy_to(scratch, {"program", "start.o", "first.o", "libshelf.a"});
  CHECK(Program(scratch / "program").excerpts == nullptr);
}

TEST_CASE("An object file that is another's is missing as well, but only for its own code") {
  const Scratch scratch;
  copy_to(scratch, {"program", "start.o", "leaf.o", "libshelf.a"});
  std::filesystem::copy_file(fixtures + "start.o", scratch / "first.o");
  Program program(scratch / "program");
  REQUIRE(program.excerpts != nullptr);
  CHECK(program.told(0x1000003f8) == "nothing");
  CHECK(program.told(0x10000038c).starts_with("run /src/start.cpp"));
}

TEST_CASE("An object file that was changed is used and named, if it is needed") {
  const Scratch scratch;
  copy_to(scratch, {"start.o", "first.o", "leaf.o", "libshelf.a"});
  const auto whole = io::map_blob(fixtures + "program");
  REQUIRE(whole);
  std::vector<std::uint8_t> bytes((*whole)->bytes().begin(), (*whole)->bytes().end());
  for (std::size_t i = 0x3f4; i < 0x3f4 + 100; ++i) bytes[i] ^= 0xff;  // the code of first_run
  test::write_file(scratch / "program", Bytes(bytes));
  Program program(scratch / "program");
  REQUIRE(program.excerpts != nullptr);
  CHECK(program.told(0x10000038c).starts_with("run /src/start.cpp"));
  CHECK(program.warnings.empty());
  CHECK(program.told(0x100000470).starts_with("_ZNK5ShelfIiE3sumEv /src/"));
  CHECK(program.told(0x1000003f8).starts_with("_Z9first_runi :0"));
  REQUIRE(program.warnings.size() == 1);
  CHECK(program.warnings.begin()->starts_with(
      "an object file was changed since this was linked: first.o; lines are right only where"));
}

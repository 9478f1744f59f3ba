// dSYM bundles, and what files are called.
#include <filesystem>

#include "doctest/doctest.h"

#include "files/container/open.h"
#include "support/scratch.h"
#include "support/synth_elf.h"

using namespace symkit;
using namespace symkit::container;
namespace fs = std::filesystem;

TEST_CASE("a dSYM bundle is the files in it, however it is named") {
  const test::Scratch folder;
  const std::string inner = "Foo.app.dSYM/Contents/Resources/DWARF/";
  folder.write(inner + "Foo", "x");
  folder.write(inner + "Bar", "x");
  folder.write(inner + "._Foo", "x");
  folder.write("Foo.app.dSYM/Contents/Info.plist", "x");
  const std::vector expected{folder / (inner + "Bar"), folder / (inner + "Foo")};
  for (const char* path : {"Foo.app.dSYM", "Foo.app.dSYM/", "Foo.app.dSYM/Contents",
                           "Foo.app.dSYM/Contents/Resources/", "Foo.app.dSYM/Contents/Resources/DWARF"}) {
    CAPTURE(path);
    const auto files = files_of(folder / path);
    REQUIRE_MESSAGE(files, files.error().message);
    CHECK(*files == expected);
  }
  CHECK(files_of(folder / (inner + "Foo")) == std::vector{folder / (inner + "Foo")});
}

TEST_CASE("what is no image in a bundle that has one is passed over, and said") {
  const test::Scratch folder;
  const std::string inner = "Foo.dSYM/Contents/Resources/DWARF/";
  folder.write(inner + "notes.txt", "x");
  folder.write(inner + "empty", "");
  std::vector<std::string> told;
  const auto files = [&] {
    told.clear();
    return files_of(folder / "Foo.dSYM", [&](std::string message) { told.push_back(std::move(message)); });
  };
  CHECK(files() == std::vector{folder / (inner + "empty"), folder / (inner + "notes.txt")});
  CHECK(told.empty());
  folder.write(inner + "Foo", "\xcf\xfa\xed\xfe but broken");
  CHECK(files() == std::vector{folder / (inner + "Foo")});
  CHECK(told == std::vector{folder / (inner + "empty") + ": is empty; skipped",
                            folder / (inner + "notes.txt") +
                                ": is a text file, not a binary that symkit reads; skipped"});
}

TEST_CASE("a bundle with nothing in it says so; other paths stay what they are") {
  const test::Scratch folder;
  fs::create_directories(folder / "Empty.dSYM/Contents/Resources/DWARF");
  fs::create_directories(folder / "Hollow.dSYM");
  fs::create_directories(folder / "plain");
  const auto empty = files_of(folder / "Empty.dSYM");
  REQUIRE_FALSE(empty);
  CHECK(empty.error().message ==
        folder / "Empty.dSYM" + ": an empty dSYM bundle: there is no file in Contents/Resources/DWARF");
  const auto hollow = files_of(folder / "Hollow.dSYM");
  REQUIRE_FALSE(hollow);
  CHECK(hollow.error().message.starts_with(
      folder / "Hollow.dSYM" + ": a dSYM bundle whose Contents/Resources/DWARF cannot be read: "));
  CHECK(files_of(folder / "plain") == std::vector{folder / "plain"});
  CHECK(files_of(folder / "missing") == std::vector{folder / "missing"});
}

TEST_CASE("errors of opening name the path") {
  const test::Scratch folder;
  folder.write("note.txt", "hello\n");
  fs::create_directories(folder / "plain");
  CHECK(open_file(folder / "note.txt").error().message ==
        folder / "note.txt" + ": is a text file, not a binary that symkit reads");
  CHECK(open_file(folder / "missing").error().message.starts_with(folder / "missing" + ": "));
  CHECK(open_file(folder / "plain").error().message == folder / "plain" + ": is a folder, not a file");
}

TEST_CASE("an image is called after its file, without .debug") {
  test::SynthElf elf;
  const test::Buffer bytes = elf.build();
  const auto name = [&](const char* path) { return (*open_bytes(bytes, path))->name(); };
  CHECK(name("/usr/lib/debug/usr/bin/ls.debug") == "ls");
  CHECK(name("libfoo.so.1") == "libfoo.so.1");
  CHECK(name(".debug") == ".debug");
}

TEST_CASE("what was embedded in a bundle is not what the bundle is about") {
  CHECK_FALSE(is_embedded_in_bundle("/x/App.dSYM/Contents/Resources/DWARF/App"));
  CHECK_FALSE(is_embedded_in_bundle("/x/dSYMs.zip!/App.app.dSYM/Contents/Resources/DWARF/App"));
  CHECK_FALSE(is_embedded_in_bundle("/x/App.app/Contents/MacOS/App"));
  CHECK(is_embedded_in_bundle("/x/App.dSYM/Contents/Resources/Plugins/tool"));
  CHECK(is_embedded_in_bundle("/x/dSYMs.zip!/App.dSYM/Contents/Resources/Python/a.zip!/tool"));
}

// dSYM bundles, and what files are called.
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "doctest/doctest.h"

#include "base/words.h"
#include "container/open.h"
#include "support/synth_elf.h"

using namespace symkit;
using namespace symkit::container;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / say("symkit-bundle-", ::getpid())) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  void write(const std::string& name, std::string_view content = "x") const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << content;
  }
  std::string at(const std::string& name) const { return (path_ / name).native(); }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("a dSYM bundle is the files in it, however it is named") {
  const Folder folder;
  const std::string inner = "Foo.app.dSYM/Contents/Resources/DWARF/";
  folder.write(inner + "Foo");
  folder.write(inner + "Bar");
  folder.write(inner + "._Foo");
  folder.write("Foo.app.dSYM/Contents/Info.plist");
  const std::vector expected{folder.at(inner + "Bar"), folder.at(inner + "Foo")};
  for (const char* path : {"Foo.app.dSYM", "Foo.app.dSYM/", "Foo.app.dSYM/Contents",
                           "Foo.app.dSYM/Contents/Resources/", "Foo.app.dSYM/Contents/Resources/DWARF"}) {
    CAPTURE(path);
    const auto files = files_of(folder.at(path));
    REQUIRE_MESSAGE(files, files.error().message);
    CHECK(*files == expected);
  }
  CHECK(files_of(folder.at(inner + "Foo")) == std::vector{folder.at(inner + "Foo")});
}

TEST_CASE("what is no image in a bundle that has one is passed over, and said") {
  const Folder folder;
  const std::string inner = "Foo.dSYM/Contents/Resources/DWARF/";
  folder.write(inner + "notes.txt");
  folder.write(inner + "empty", "");
  std::vector<std::string> told;
  const auto files = [&] {
    told.clear();
    return files_of(folder.at("Foo.dSYM"), [&](std::string message) { told.push_back(std::move(message)); });
  };
  CHECK(files() == std::vector{folder.at(inner + "empty"), folder.at(inner + "notes.txt")});
  CHECK(told.empty());
  folder.write(inner + "Foo", "\xcf\xfa\xed\xfe but broken");
  CHECK(files() == std::vector{folder.at(inner + "Foo")});
  CHECK(told ==
        std::vector{folder.at(inner + "empty") + ": is empty; passed over",
                    folder.at(inner + "notes.txt") + ": is a text file, not ELF or Mach-O; passed over"});
}

TEST_CASE("a bundle with nothing in it says so; other paths stay what they are") {
  const Folder folder;
  fs::create_directories(folder.at("Empty.dSYM/Contents/Resources/DWARF"));
  fs::create_directories(folder.at("Hollow.dSYM"));
  fs::create_directories(folder.at("plain"));
  const auto empty = files_of(folder.at("Empty.dSYM"));
  REQUIRE_FALSE(empty);
  CHECK(empty.error().message ==
        folder.at("Empty.dSYM") + ": an empty dSYM bundle: there is no file in Contents/Resources/DWARF");
  const auto hollow = files_of(folder.at("Hollow.dSYM"));
  REQUIRE_FALSE(hollow);
  CHECK(hollow.error().message.starts_with(
      folder.at("Hollow.dSYM") + ": a dSYM bundle whose Contents/Resources/DWARF cannot be read: "));
  CHECK(files_of(folder.at("plain")) == std::vector{folder.at("plain")});
  CHECK(files_of(folder.at("missing")) == std::vector{folder.at("missing")});
}

TEST_CASE("errors of opening name the path") {
  const Folder folder;
  folder.write("note.txt", "hello\n");
  fs::create_directories(folder.at("plain"));
  CHECK(open_file(folder.at("note.txt")).error().message ==
        folder.at("note.txt") + ": is a text file, not ELF or Mach-O");
  CHECK(open_file(folder.at("missing")).error().message.starts_with(folder.at("missing") + ": "));
  CHECK(open_file(folder.at("plain")).error().message == folder.at("plain") + ": is a folder, not a file");
}

TEST_CASE("an image is called after its file, without .debug") {
  test::SynthElf elf;
  const test::Buffer bytes = elf.build();
  const auto name = [&](const char* path) { return (*open_bytes(bytes, path))->name(); };
  CHECK(name("/usr/lib/debug/usr/bin/ls.debug") == "ls");
  CHECK(name("libfoo.so.1") == "libfoo.so.1");
  CHECK(name(".debug") == ".debug");
}

// Trees of files under their ids: what is looked at, and what is not.
#include "find/locate/id_layouts.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "doctest/doctest.h"

#include "ground/base/words.h"

using namespace symkit;
using namespace symkit::locate;
namespace fs = std::filesystem;

namespace {

class Tree {
 public:
  Tree() : path_(fs::temp_directory_path() / say("symkit-layouts-", ::getpid())) {
    fs::create_directories(path_);
  }
  ~Tree() { fs::remove_all(path_); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  void add(const std::string& file) const {
    fs::create_directories((path_ / file).parent_path());
    std::ofstream(path_ / file) << file;
  }
  // Below the tree, one behind the other.
  std::string files(const std::string& id, std::string_view name = "libx.so") const {
    std::string all;
    for (const std::string& file : IdLayouts(path_).files_of({.name = name, .id = *ImageId::parse(id)}))
      all += file.substr(path_.native().size() + 1) + " ";
    return all;
  }
  bool is_keyed_by_id() const { return IdLayouts(path_).is_keyed_by_id(); }

 private:
  fs::path path_;
};

const std::string id = "abcdef0123456789abcdef0123456789abcdef01";
const std::string uuid = "0123456789abcdef0123456789abcdef";

}  // namespace

TEST_CASE("Each layout leads to its files, those with debug information first") {
  const Tree tree;
  tree.add(".build-id/ab/cdef0123456789abcdef0123456789abcdef01");
  tree.add(".build-id/ab/cdef0123456789abcdef0123456789abcdef01.debug");
  tree.add("ab/CDEF0123456789ABCDEF0123456789ABCDEF01/executable");
  tree.add("ab/CDEF0123456789ABCDEF0123456789ABCDEF01/debuginfo");
  tree.add("LibX.so/elf-buildid-" + id + "/libX.SO");
  tree.add("_.debug/elf-buildid-sym-" + id + "/_.debug");
  tree.add("liby.so/elf-buildid-" + id + "/liby.so");
  CHECK(tree.files(id) ==
        ".build-id/ab/cdef0123456789abcdef0123456789abcdef01.debug "
        ".build-id/ab/cdef0123456789abcdef0123456789abcdef01 "
        "ab/CDEF0123456789ABCDEF0123456789ABCDEF01/debuginfo "
        "ab/CDEF0123456789ABCDEF0123456789ABCDEF01/executable "
        "_.debug/elf-buildid-sym-" +
            id + "/_.debug LibX.so/elf-buildid-" + id + "/libX.SO ");
  CHECK(tree.files("ffcdef0123456789abcdef0123456789abcdef01").empty());
}

TEST_CASE("UUIDs and ids that were cut to as many bytes") {
  const Tree tree;
  tree.add("0123/4567/89AB/CDEF/0123/456789ABCDEF");
  tree.add(".build-id/01/23456789abcdef0123456789abcdef01234567");
  tree.add(".build-id/67/452301ab89efcd0123456789abcdef76543210.debug");
  CHECK(tree.files(uuid) ==
        ".build-id/01/23456789abcdef0123456789abcdef01234567 "
        "0123/4567/89AB/CDEF/0123/456789ABCDEF "
        ".build-id/67/452301ab89efcd0123456789abcdef76543210.debug ");
}

TEST_CASE("A log's name does not lead out of the folder") {
  const Tree tree;
  tree.add("outer/elf-buildid-" + id + "/outer");
  for (const std::string_view name : {"..", ".", "../outer", "outer/../outer", "", "/"})
    CHECK(tree.files(id, name).empty());
  CHECK_FALSE(tree.files(id, "OUTER").empty());
}

TEST_CASE("Only a folder that has nothing but ids needs no other look") {
  const Tree tree;
  CHECK_FALSE(tree.is_keyed_by_id());
  tree.add("ab/cdef0123456789abcd/debuginfo");
  tree.add("00/cdef0123456789abcd.debug");
  CHECK(tree.is_keyed_by_id());
  tree.add("libx.so");
  CHECK_FALSE(tree.is_keyed_by_id());
  CHECK_FALSE(IdLayouts("/nowhere/at/all").is_keyed_by_id());
}

TEST_CASE("Folders that have numbers for names are no ids") {
  const Tree years;
  years.add("2024/libx.so");
  years.add("2025/libx.so");
  CHECK_FALSE(years.is_keyed_by_id());
}

// A symbol server's folder: what is looked at for an id, and that nothing leads out of it.
#include "find/locate/server_folder.h"

#include <filesystem>
#include <fstream>

#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "support/scratch.h"

using namespace symkit;
namespace fs = std::filesystem;

namespace {

class Tree {
 public:
  void add(const std::string& file, std::string_view text = "") const {
    const std::string path = scratch_ / ("server/" + file);
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << text;
  }
  // Below the folder, one behind the other.
  std::string files(const std::string& id, std::string_view name, std::string_view debug_name = {},
                    std::string_view code_id = {}) const {
    const std::string folder = scratch_ / "server";
    std::vector<std::string> found;
    locate::ServerFolder(folder).add_files(
        {.name = name, .id = *ImageId::parse(id), .debug_name = debug_name, .code_id = code_id}, found);
    std::string all;
    for (const std::string& file : found) all += file.substr(folder.size() + 1) + " ";
    return all;
  }
  std::string outside() const { return scratch_ / "outside"; }

 private:
  test::Scratch scratch_;
};

const std::string id = "ffde7dac97b195934c4c44205044422e1", key = "FFDE7DAC97B195934C4C44205044422E1";

}  // namespace

TEST_CASE("A PDB lies under its GUID and age, in whatever case, plain or in a cabinet") {
  const Tree tree;
  tree.add("app.pdb/" + key + "/app.pdb");
  tree.add("app.pdb/" + key + "/app.pd_");
  tree.add("Other.PDB/" + id + "/OTHER.PD_");
  tree.add("app.pdb/" + key + "1/app.pdb");
  CHECK(tree.files(id, "app.exe") == "app.pdb/" + key + "/app.pdb ");
  CHECK(tree.files(id, "app.pdb") == "app.pdb/" + key + "/app.pdb ");
  CHECK(tree.files(id, "other.dll") == "Other.PDB/" + id + "/OTHER.PD_ ");
  CHECK(tree.files(id, "third.dll").empty());
  CHECK(tree.files("ffde7dac97b195934c4c44205044422e2", "app.exe").empty());
}

TEST_CASE("Of a PE file each build of the name is looked at, and nothing that is none") {
  const Tree tree;
  tree.add("app.exe/5F00000012000/app.exe");
  tree.add("app.exe/5F00000112000/app.ex_");
  tree.add("app.exe/5F000001/app.exe");           // no size
  tree.add("app.exe/5F000001x2000/app.exe");      // no number
  tree.add("app.exe/5F00000212000/another.exe");  // another name
  CHECK(tree.files(id, "app.exe") == "app.exe/5F00000012000/app.exe app.exe/5F00000112000/app.ex_ ");
  CHECK(tree.files("abcdef0123456789abcdef0123456789abcdef01", "app.exe").empty());
}

TEST_CASE(
    "Where the log has the PE file's timestamp and size, and the name of the PDB, these alone are looked "
    "at") {
  const Tree tree;
  tree.add("app.exe/5F0000AA1200b/app.exe");
  tree.add("app.exe/5F00000112000/app.exe");
  tree.add("kiosk.pdb/" + key + "/kiosk.pdb");
  CHECK(tree.files(id, "app.exe", "kiosk.pdb", "5f0000aa1200B") ==
        "kiosk.pdb/" + key + "/kiosk.pdb app.exe/5F0000AA1200b/app.exe ");
  CHECK(tree.files(id, "app.exe", "../kiosk.pdb", "5f0000aa").contains("app.exe/5F00000112000/app.exe "));
}

TEST_CASE("A build id of fewer than 20 bytes is filled up, as SSQP wants it, or as it is") {
  const Tree tree;
  tree.add("_.debug/elf-buildid-sym-0123456789abcdef000000000000000000000000/_.debug");
  tree.add("libx.so/elf-buildid-0123456789abcdef/libx.so");
  CHECK(tree.files("0123456789abcdef", "libx.so") ==
        "_.debug/elf-buildid-sym-0123456789abcdef000000000000000000000000/_.debug "
        "libx.so/elf-buildid-0123456789abcdef/libx.so ");
}

TEST_CASE("With an index2.txt names lie below their first two letters, and only there") {
  const Tree tree;
  tree.add("index2.txt");
  tree.add("ap/App.pdb/" + key + "/app.pdb");
  tree.add("other.pdb/" + key + "/other.pdb");
  CHECK(tree.files(id, "app.exe") == "ap/App.pdb/" + key + "/app.pdb ");
  CHECK(tree.files(id, "other.exe").empty());
}

TEST_CASE("file.ptr is followed below the folder and nowhere else") {
  const Tree tree;
  const std::string pointer = "app.pdb/" + key + "/file.ptr";
  std::ofstream(tree.outside()) << "no symbols of ours";
  tree.add("store/2024/app.pdb");
  for (const std::string_view path :
       {R"(PATH:\\server\share\store\2024\app.pdb)", "PATH:D:\\symbols\\store\\2024\\app.pdb\r\n",
        "PATH:/srv/symbols/store/2024/app.pdb\nCOMMENT", "PATH: store/2024/app.pdb "}) {
    CAPTURE(path);
    tree.add(pointer, path);
    CHECK(tree.files(id, "app.exe") == "store/2024/app.pdb ");
  }
  for (const std::string& path :
       {say("PATH:", tree.outside()), std::string("PATH:../outside"), std::string("PATH:store/../../outside"),
        std::string("MSG: the server is closed"), std::string("store/2024/app.pdb"), std::string("PATH:"),
        std::string(5000, 'x'), say("PATH:", std::string(3000, '/')), std::string("PATH:/dev/null")}) {
    CAPTURE(path);
    tree.add(pointer, path);
    CHECK(tree.files(id, "app.exe").empty());
  }
}

TEST_CASE("A name that leads elsewhere is no name") {
  const Tree tree;
  tree.add("app.exe/5F00000012000/app.exe");
  for (const std::string_view name : {"..", ".", "", "../server/app.exe", "app.exe/../app.exe"})
    CHECK(tree.files(id, name).empty());
}

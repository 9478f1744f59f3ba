#include "ground/io/atomic_file.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>
#include <vector>

#include "doctest/doctest.h"

#include "support/scratch.h"

using namespace symkit;

namespace {

namespace fs = std::filesystem;

struct Folder {
  test::Scratch scratch;
  const fs::path path = scratch.path;

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(path)) all.push_back(entry.path().filename());
    std::ranges::sort(all);
    return all;
  }
  void put(const std::string& name, std::chrono::minutes age) const {
    std::ofstream(path / name) << "x";
    fs::last_write_time(path / name, fs::file_time_type::clock::now() - age);
  }
  Result<void> write(const std::string& name) const {
    const std::array parts = {as_bytes("text")};
    return io::write_atomically(path / name, parts);
  }
};

constexpr std::chrono::minutes long_ago{61}, just_now{59};

}  // namespace

TEST_CASE("drafts of killed writers are cleared after an hour, and nothing else is") {
  const Folder folder;
  folder.put("a.symx.symkit-draft-AbC123", long_ago);
  folder.put("b.symx.symkit-draft-AbC123", just_now);
  folder.put("report.backup", long_ago);
  folder.put("a.symx.AbC123", long_ago);
  folder.put(".symkit-draft-AbC123", long_ago);
  folder.put("a.symkit-draft-AbC1234", long_ago);
  fs::create_directory(folder.path / "folder.symkit-draft-AbC123");
  fs::last_write_time(folder.path / "folder.symkit-draft-AbC123",
                      fs::file_time_type::clock::now() - long_ago);
  REQUIRE(folder.write("new"));
  CHECK(folder.names() == std::vector<std::string>{".symkit-draft-AbC123", "a.symkit-draft-AbC1234",
                                                   "a.symx.AbC123", "b.symx.symkit-draft-AbC123",
                                                   "folder.symkit-draft-AbC123", "new", "report.backup"});
}

TEST_CASE("small parts and large ones are written in their order") {
  const Folder folder;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 9000; ++i) texts.emplace_back(i % 100, static_cast<char>('a' + i % 26));
  texts[4000] = std::string(40'000, 'L');
  std::string all;
  std::vector<Bytes> parts;
  for (const std::string& text : texts) {
    all += text;
    parts.push_back(as_bytes(text));
  }
  std::size_t told = 0;
  REQUIRE(io::write_atomically(folder.path / "many", parts, {}, [&](Bytes part) { told += part.size(); }));
  std::ifstream file(folder.path / "many");
  const std::string written(std::istreambuf_iterator<char>(file), {});
  CHECK(written == all);
  CHECK(told == all.size());
}

TEST_CASE("a killed writer leaves nothing, or what the next one clears") {
  const Folder folder;
  const pid_t writer = ::fork();
  REQUIRE(writer >= 0);
  if (writer == 0) {
    // Writing ends with the process, as it cannot get behind this limit.
    ::alarm(10);
    const rlimit limit{.rlim_cur = 1, .rlim_max = 1};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::ignore = folder.write("index");
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(writer, &status, 0) == writer);
  REQUIRE(WIFSIGNALED(status));
  // Nothing at all, where the system has files without names.
  REQUIRE(folder.names().size() <= 1);
  if (folder.names().empty()) return;
  const fs::path left = folder.path / folder.names().front();
  CHECK(left.filename() != "index");
  fs::last_write_time(left, fs::file_time_type::clock::now() - long_ago);
  REQUIRE(folder.write("index"));
  CHECK(folder.names() == std::vector<std::string>{"index"});
}

TEST_CASE("a folder is not looked through for each file that is written there") {
  const Folder folder;
  REQUIRE(folder.write("first"));
  folder.put("a.symkit-draft-AbC123", long_ago);
  REQUIRE(folder.write("second"));
  CHECK(folder.names() == std::vector<std::string>{"a.symkit-draft-AbC123", "first", "second"});
}

TEST_CASE("drafts may be kept in a folder of their own") {
  const Folder folder;
  folder.put("a.symkit-draft-AbC123", long_ago);
  const std::array parts = {as_bytes("text")};
  REQUIRE(io::write_atomically(folder.path / "ab/index", parts, folder.path));
  CHECK(folder.names() == std::vector<std::string>{"ab"});
  CHECK(fs::file_size(folder.path / "ab/index") == 4);
}

TEST_CASE("a file that is written step by step is there when it is kept, and not before") {
  const Folder folder;
  const std::string path = folder.path / "a";
  {
    auto file = io::AtomicFile::begin(path, {}, 0600);
    REQUIRE(file);
    CHECK(file->write(4, as_bytes("text")));
    CHECK(file->write(0, as_bytes("head")));
    CHECK(!fs::exists(path));
    CHECK(file->keep());
  }
  std::string text;
  std::getline(std::ifstream(path), text);
  CHECK(text == "headtext");
  CHECK((fs::status(path).permissions() & fs::perms(0077)) == fs::perms::none);
  {
    auto other = io::AtomicFile::begin(folder.path / "b");
    REQUIRE(other);
    CHECK(other->write(0, as_bytes("nothing")));
  }
  CHECK(folder.names() == std::vector<std::string>{"a"});
}

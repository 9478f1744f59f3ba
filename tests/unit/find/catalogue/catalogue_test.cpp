#include "find/catalogue/catalogue.h"

#include <fcntl.h>
#include <random>
#include <set>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <utime.h>

#include "doctest/doctest.h"

#include "ground/io/mapped_file.h"
#include "support/scratch.h"
#include "unit/find/catalogue/images.h"

using namespace symkit;
using namespace symkit::catalogue;
using test::elf_with_id;
using test::Scratch;
using test::write_file;

namespace {

namespace fs = std::filesystem;

// All images as "path id", and how many files there are.
struct Seen {
  std::set<std::string> images;
  std::size_t files = 0;
  bool operator==(const Seen&) const = default;
};

Seen seen(const Snapshot& snapshot) {
  Seen all{{}, snapshot.files.size()};
  for (const NamedFile& file : files_with_images(snapshot)) {
    if (file.broken) all.images.insert(file.path + " broken");
    for (const DescribedImage& image : file.images)
      all.images.insert(file.path + " " + image.id.hex().substr(0, 2));
  }
  return all;
}

ScanOptions quick_clock() {
  ScanOptions options;
  options.jobs = 2;
  options.coarsest_clock = 20'000'000;
  return options;
}

Seen look(const Catalogue& catalogue, const std::string& folder) {
  std::vector<std::string> warnings;
  const auto snapshot =
      catalogue.look(folder, quick_clock(), [&](const std::string& w) { warnings.push_back(w); });
  REQUIRE(snapshot);
  CHECK(warnings.empty());
  return seen(*snapshot);
}

// Until all that was written is older than the clock is coarse.
void settle() { std::this_thread::sleep_for(std::chrono::milliseconds(40)); }

}  // namespace

TEST_CASE("All files of a folder are looked at, however deep") {
  const Scratch folder;
  write_file(folder / "a.so", elf_with_id(0xaa));
  write_file(folder / "deep/er/b", test::macho_with_id(0xbb));
  write_file(folder / "deep/text", as_bytes("no image, but long enough to be one"));
  write_file(folder / "empty", "");
  test::Buffer cut = elf_with_id(0xcc);
  cut.resize(100);
  write_file(folder / "cut.so", cut);
  fs::create_symlink("a.so", folder / "link.so");
  fs::create_directory_symlink("deep", folder / "shortcut");
  REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
  const Seen all = look(Catalogue(""), folder.path);
  CHECK(all.images == std::set<std::string>{"a.so aa", "deep/er/b bb", "cut.so broken"});
  CHECK(all.files == 5);
}

TEST_CASE("What is wanted is found by its id") {
  const Scratch folder;
  write_file(folder / "z.so", elf_with_id(0xaa));
  write_file(folder / "a/b.so", elf_with_id(0xaa));
  write_file(folder / "other.so", elf_with_id(0xbb));
  const auto snapshot = Catalogue("").look(folder.path, {}, [](const std::string&) {});
  REQUIRE(snapshot);
  const auto found = files_with_id(*snapshot, [](const ImageId& id) { return id.hex().starts_with("aa"); });
  REQUIRE(found.size() == 2);
  CHECK(found[0].path == "a/b.so");
  CHECK(found[1].path == "z.so");
}

TEST_CASE("A folder that is not there is an error that names it") {
  const auto looked = Catalogue("").look("/no/such/folder", {}, [](const std::string&) {});
  REQUIRE_FALSE(looked);
  CHECK(looked.error().message.starts_with("/no/such/folder: "));
}

TEST_CASE("What has not changed is not read again") {
  const Scratch folder, cache;
  write_file(folder / "a.so", elf_with_id(0xaa));
  settle();
  const auto first = scan(folder.path, nullptr, quick_clock());
  REQUIRE(first);
  CHECK(first->changed);
  Snapshot before = first->now;
  REQUIRE(before.images.size() == 1);
  before.images[0].id[0] = 0x11;  // a lie, which only who reads the file can know
  const auto second = scan(folder.path, &before, quick_clock());
  REQUIRE(second);
  CHECK_FALSE(second->changed);
  CHECK(seen(second->now).images == std::set<std::string>{"a.so 11"});

  // The same size, the same time, the same file: only the time of the change of the inode tells.
  struct stat status{};
  REQUIRE(::stat((folder / "a.so").c_str(), &status) == 0);
  write_file(folder / "a.so", elf_with_id(0xbb));
  const timespec times[] = {status.st_atim, status.st_mtim};
  REQUIRE(::utimensat(AT_FDCWD, (folder / "a.so").c_str(), times, 0) == 0);
  const auto third = scan(folder.path, &before, quick_clock());
  REQUIRE(third);
  CHECK(third->changed);
  CHECK(seen(third->now).images == std::set<std::string>{"a.so bb"});
}

TEST_CASE("What is known of debug information is kept with a file, and belongs to its state") {
  const Scratch folder, cache;
  const Catalogue catalogue(cache.path);
  const std::string fixtures = SYMKIT_TEST_DATA "/native/elf-container/";
  fs::copy_file(fixtures + "market-stripped.so", folder / "b.so");
  fs::copy_file(fixtures + "market-full.so", folder / "c.so");
  const auto told = [&] {
    std::vector<std::string> all;
    const auto snapshot = catalogue.look(folder.path, quick_clock(), [](const std::string&) {});
    REQUIRE(snapshot);
    for (const NamedFile& file : files_with_images(*snapshot))
      for (const DescribedImage& image : file.images)
        all.push_back(file.path + (image.debug_bytes != 0 ? " has lines " : " has none ") + image.debug_link);
    return all;
  };
  const std::vector<std::string> before = {"b.so has none market-stripped.so.debug", "c.so has lines "};
  settle();
  CHECK(told() == before);
  CHECK(told() == before);
  // A file before it in the table: what was kept of the others moves.
  fs::copy_file(fixtures + "market-stripped.so", folder / "a.so");
  fs::copy_file(fixtures + "market-stripped.so.debug", folder / "c.so", fs::copy_options::overwrite_existing);
  for (int time = 0; time < 2; ++time)
    CHECK(told() == std::vector<std::string>{"a.so has none market-stripped.so.debug", before[0], before[1]});
  fs::copy_file(fixtures + "market-full.so", folder / "b.so", fs::copy_options::overwrite_existing);
  for (int time = 0; time < 2; ++time)
    CHECK(told() ==
          std::vector<std::string>{"a.so has none market-stripped.so.debug", "b.so has lines ", before[1]});
}

TEST_CASE("What was written just before the look is read again") {
  const Scratch folder;
  write_file(folder / "a.so", elf_with_id(0xaa));
  ScanOptions coarse = quick_clock();
  coarse.coarsest_clock = 3'600'000'000'000;
  const auto first = scan(folder.path, nullptr, coarse);
  REQUIRE(first);
  Snapshot before = first->now;
  before.images[0].id[0] = 0x11;
  const auto second = scan(folder.path, &before, coarse);
  REQUIRE(second);
  CHECK(seen(second->now).images == std::set<std::string>{"a.so aa"});
}

TEST_CASE("A time in the future, set by hand, proves as much as another") {
  const Scratch folder;
  write_file(folder / "a.so", elf_with_id(0xaa));
  const utimbuf in_the_future{4'000'000'000, 4'000'000'000};
  REQUIRE(::utime((folder / "a.so").c_str(), &in_the_future) == 0);
  settle();
  const auto first = scan(folder.path, nullptr, quick_clock());
  REQUIRE(first);
  const auto second = scan(folder.path, &first->now, quick_clock());
  REQUIRE(second);
  CHECK_FALSE(second->changed);
}

TEST_CASE("A folder that cannot be opened is no reason to write the cache each time") {
  const Scratch folder;
  write_file(folder / "a.so", elf_with_id(0xaa));
  const auto first = scan(folder.path, nullptr, quick_clock());
  REQUIRE(first);
  Snapshot before = first->now;
  // As if a folder had been there that was gone before it could be opened, and is gone still.
  FolderRecord gone;
  gone.path = {static_cast<std::uint32_t>(before.names.size()), 4};
  before.names += "gone";
  gone.folders = {2, 0};
  gone.files = {1, 0};
  before.folders[0].folders = {1, 1};
  before.folders[0].settled = 1;
  before.files[0].settled = 1;
  before.folders.push_back(gone);
  REQUIRE(Snapshot::decode(before.encode()));
  const auto second = scan(folder.path, &before, quick_clock());
  REQUIRE(second);
  CHECK_FALSE(second->changed);
  CHECK(seen(second->now).images == std::set<std::string>{"a.so aa"});
}

// Whatever happens to the files, who has a cache says the same as who has none.
TEST_CASE("A cache never tells what is not so any more") {
  const Scratch folder, cache;
  const Catalogue with(cache.path), without("");
  std::mt19937 random(42);
  const auto any = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
  const auto some_path = [&] {
    static const char* const folders[] = {"", "x/", "y/", "x/z/"};
    return folder / (folders[any(4)] + std::string("f") + std::to_string(any(6)));
  };
  for (int round = 0; round < 150; ++round) {
    for (std::size_t steps = any(4); steps-- > 0;) {
      std::error_code ignored;
      const std::string path = some_path();
      switch (any(7)) {
        case 0:
        case 1:
          if (!fs::is_directory(path, ignored))
            write_file(path, elf_with_id(static_cast<std::uint8_t>(any(256))));
          break;
        case 2: fs::remove_all(path, ignored); break;
        case 3: fs::rename(path, some_path(), ignored); break;
        case 4: fs::rename(folder / "x", folder / "w", ignored); break;
        case 5: fs::remove_all(folder / (any(2) == 0 ? "w" : "y"), ignored); break;
        default:
          fs::create_directory(folder / "y", ignored);
          fs::copy_file(path, folder / "y/copy", fs::copy_options::overwrite_existing, ignored);
      }
    }
    if (any(5) == 0) settle();
    CAPTURE(round);
    CHECK(look(with, folder.path) == look(without, folder.path));
  }
}

TEST_CASE("A damaged cache is made anew without a word") {
  const Scratch folder, cache;
  const Catalogue catalogue(cache.path);
  write_file(folder / "a.so", elf_with_id(0xaa));
  const Seen right = look(catalogue, folder.path);
  const std::string kept = catalogue.path_of(folder.path);
  for (const std::string_view rubbish :
       {"", "rubbish", "SYMC and more that is none of it, but long enough ......"}) {
    write_file(kept, as_bytes(rubbish));
    CHECK(look(catalogue, folder.path) == right);
    const auto file = io::MappedFile::open(kept);
    REQUIRE(file);
    CHECK(Snapshot::decode(file->bytes()));
  }
  // Another folder's, under this one's name.
  const Scratch other;
  write_file(other / "b.so", elf_with_id(0xbb));
  look(catalogue, other.path);
  fs::rename(catalogue.path_of(other.path), kept);
  CHECK(look(catalogue, folder.path) == right);
}

TEST_CASE("A cache that cannot be written costs a warning") {
  const Scratch folder;
  write_file(folder / "a.so", elf_with_id(0xaa));
  write_file(folder / "no-folder", as_bytes("x"));
  std::vector<std::string> warnings;
  const auto snapshot =
      Catalogue(folder / "no-folder/cache").look(folder.path, {}, [&](const std::string& w) {
        warnings.push_back(w);
      });
  REQUIRE(snapshot);
  CHECK(seen(*snapshot).images.size() == 1);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].ends_with("; the next search will take as long as this one"));
}

TEST_CASE("What is kept has a bound") {
  const Scratch folder, cache;
  write_file(folder / "one/a.so", elf_with_id(0xaa));
  write_file(folder / "two/a.so", elf_with_id(0xaa));
  look(Catalogue(cache.path, {.of_one = 10, .of_all = 1000}), folder / "one");
  CHECK(fs::is_empty(cache.path));
  const Catalogue tight(cache.path, {.of_one = 1000, .of_all = 400});
  look(tight, folder / "one");
  settle();
  look(tight, folder / "two");
  CHECK_FALSE(fs::exists(tight.path_of(folder / "one")));
  CHECK(fs::exists(tight.path_of(folder / "two")));

  // Left behind by who was killed while writing.
  const std::string draft = tight.path_of(folder / "two") + ".Xa3b2c";
  write_file(draft, as_bytes("half"));
  const utimbuf long_ago{1'000'000'000, 1'000'000'000};
  REQUIRE(::utime(draft.c_str(), &long_ago) == 0);
  write_file(folder / "two/b.so", elf_with_id(0xbb));
  look(tight, folder / "two");
  CHECK_FALSE(fs::exists(draft));
}

TEST_CASE("Several processes may look at once") {
  const Scratch folder, cache;
  const Catalogue catalogue(cache.path);
  for (int i = 0; i < 50; ++i)
    write_file(folder / ("f" + std::to_string(i)), elf_with_id(static_cast<std::uint8_t>(i)));
  const Seen right = look(Catalogue(""), folder.path);
  for (int process = 0; process < 4; ++process) {
    if (::fork() != 0) continue;
    bool same = true;
    for (int i = 0; i < 20; ++i) {
      const auto snapshot = catalogue.look(folder.path, quick_clock(), [](const std::string&) {});
      same = same && snapshot && seen(*snapshot) == right;
    }
    ::_exit(same ? 0 : 1);
  }
  for (int process = 0; process < 4; ++process) {
    int status = 0;
    REQUIRE(::wait(&status) > 0);
    CHECK(status == 0);
  }
  CHECK(look(catalogue, folder.path) == right);
}

TEST_CASE("What could not be looked at is told, also from the cache") {
  const Scratch folder, cache;
  write_file(folder / "a.so", elf_with_id(0xaa));
  const std::string name(250, 'd');
  const fs::path begun = fs::current_path();
  fs::current_path(folder.path);
  for (int depth = 0; depth < 20; ++depth) {
    REQUIRE(fs::create_directory(name));
    fs::current_path(name);
  }
  fs::current_path(begun);
  settle();
  const Catalogue catalogue(cache.path);
  for (int time = 0; time < 2; ++time) {
    const auto snapshot = catalogue.look(folder.path, quick_clock(), [](const std::string&) {});
    REQUIRE(snapshot);
    const auto missed = passed_over(*snapshot);
    REQUIRE(missed.size() == 1);
    CHECK(missed[0].path.starts_with(name + "/" + name));
    CHECK(missed[0].reason == "File name too long");
  }
}

TEST_CASE("Of files that are none of ours, and of those that have gone, nothing is told") {
  const Scratch folder;
  write_file(folder / "a.so", elf_with_id(0xaa));
  write_file(folder / "text", as_bytes("no image, but long enough to be one"));
  const auto snapshot = Catalogue("").look(folder.path, quick_clock(), [](const std::string&) {});
  REQUIRE(snapshot);
  fs::remove(folder / "text");
  CHECK(passed_over(*snapshot).empty());
}

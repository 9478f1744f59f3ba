#include "subject.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <new>
#include <random>

#include "debug/debuginfo/debug_sections.h"
#include "synthetic.h"

namespace {

thread_local std::uint64_t allocation_count = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++allocation_count;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace symkit::bench {
namespace {

constexpr std::size_t offset_count = 1 << 14;

[[noreturn]] void give_up(const std::string& message) {
  std::fprintf(stderr, "micro: %s\n", message.c_str());
  std::exit(1);
}

std::vector<std::uint8_t> read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) give_up(std::string(path) + ": cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

// Random addresses of functions that have lines, and the names of those functions.
void choose(Subject& subject) {
  std::mt19937_64 random(1);
  index::Answer answer;
  std::string name;
  while (subject.offsets.size() < offset_count) {
    const ImageOffset offset{random() % subject.index.end().value};
    if (!subject.index.lookup(offset, answer) || !answer.has_rows) continue;
    subject.offsets.push_back(offset);
    subject.index.read_name(answer.name, name);
    subject.names.push_back(name);
  }
}

Subject make_subject() {
  const char* path = std::getenv("SYMKIT_BENCH_INDEX");
  std::vector<std::uint8_t> bytes = path != nullptr ? read_file(path) : synthetic_index();
  auto index = index::NativeIndex::open(bytes);
  if (!index)
    give_up((path != nullptr ? path : "synthetic index") + std::string(": ") + index.error().message);
  if (index->counts().with_lines == 0) give_up("no lines in this index: prepare one from debug information");
  Subject subject{std::move(bytes), std::move(*index), {}, {}};
  choose(subject);
  return subject;
}

std::optional<DebugFile> open_debug_file() {
  const char* path = std::getenv("SYMKIT_BENCH_DEBUG_FILE");
  if (path == nullptr) return std::nullopt;
  auto file = container::open_file(path);
  if (!file) give_up(file.error().message);
  if ((*file)->images().empty()) give_up(std::string(path) + ": no image in it");
  auto sections = debuginfo::debug_sections(*(*file)->images().front(), 1);
  if (!sections) give_up(sections.error().message);
  return DebugFile{std::move(*file), *sections};
}

}  // namespace

const Subject& subject() {
  static const Subject made = make_subject();
  return made;
}

const DebugFile* debug_file() {
  static const std::optional<DebugFile> opened = open_debug_file();
  return opened ? &*opened : nullptr;
}

std::uint64_t allocations() { return allocation_count; }

}  // namespace symkit::bench

// This process's own stack, copied and unwound as a sample's is.
#include "stacks/samples/stack_unwinder.h"

#include <cstring>
#include <doctest/doctest.h>
#include <execinfo.h>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <ucontext.h>
#include <vector>

#include "stacks/unwind/processor.h"

using namespace symkit;
using namespace symkit::samples;

// What watches each access to memory does not let the stack be copied.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_WATCHED
#endif
#endif
#if defined(__x86_64__) && !defined(IS_WATCHED)
namespace {

constexpr std::size_t room = 65528;

struct Taken {
  unwind::Registers registers;
  std::vector<std::uint8_t> stack;
  std::vector<void*> callers;  // as the compiler's own unwinder finds them
};

std::uint64_t end_of_stack(std::uint64_t within) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uint64_t begin = 0, end = 0;
    char dash = 0;
    std::istringstream words(line);
    words >> std::hex >> begin >> dash >> end;
    if (begin <= within && within < end) return end;
  }
  return within;
}

[[gnu::noinline]] Taken take() {
  constexpr std::uint8_t numbers[] = {8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1, 0, 2, 7, 16};
  Taken taken;
  taken.callers.resize(100);
  taken.callers.resize(static_cast<std::size_t>(backtrace(taken.callers.data(), 100)));
  ucontext_t here{};
  getcontext(&here);
  for (std::size_t i = 0; i < std::size(numbers); ++i)
    taken.registers.set(numbers[i], static_cast<std::uint64_t>(here.uc_mcontext.gregs[i]));
  const auto top = static_cast<std::uint64_t>(here.uc_mcontext.gregs[REG_RSP]);
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(top);
  taken.stack.assign(begin, begin + std::min<std::uint64_t>(room, end_of_stack(top) - top));
  return taken;
}

[[gnu::noinline]] Taken take_deeper(int depth) {
  if (depth == 0) return take();
  Taken taken = take_deeper(depth - 1);
  taken.stack.shrink_to_fit();
  return taken;
}

struct Mapped {
  std::vector<CodeMapping> mappings;
  std::vector<CodePiece> pieces;
};

// This process's own code. `lies`: about where its files are.
Mapped own_code(ImageFiles& files, bool lies = false) {
  Mapped mapped;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    CodeMapping one;
    std::uint64_t end = 0;
    std::string rights, device, path;
    char dash = 0;
    RecordedImage image;
    std::istringstream words(line);
    words >> std::hex >> one.begin >> dash >> end >> rights >> one.offset >> device >> std::dec >>
        image.inode;
    std::getline(words >> std::ws, path);
    if (!rights.contains('x')) continue;
    struct stat status{};
    if (::stat(path.c_str(), &status) == 0) {
      image.major = major(status.st_dev);
      image.minor = minor(status.st_dev);
      image.inode = status.st_ino + (lies ? 1 : 0);
    }
    image.path = path;
    one.size = end - one.begin;
    one.image = files.add(image);
    mapped.pieces.push_back({one.begin, end, static_cast<std::uint32_t>(mapped.mappings.size())});
    mapped.mappings.push_back(one);
  }
  return mapped;
}

unwind::Stack unwound(const Taken& taken, ImageFiles& files, const Mapped& mapped, std::size_t most = room) {
  StackUnwinder unwinder(files, mapped.mappings);
  const Bytes stack(taken.stack.data(), std::min(taken.stack.size(), most));
  return unwinder.unwind({Architecture::X86_64, taken.registers, stack}, CodePieces(mapped.pieces));
}

Sources paths_only(Belief belief) {
  return {.files = [](const RecordedImage&) { return std::vector<std::string>(); },
          .stored = [](const RecordedImage&) { return StoredImage(); },
          .belief = belief};
}

}  // namespace

TEST_CASE("a copied stack has the frames that the compiler's own unwinder finds") {
  const Taken taken = take_deeper(5);
  for (const Belief belief : {Belief::Path, Belief::SameFile}) {
    ImageFiles files(paths_only(belief));
    const Mapped mapped = own_code(files);
    const unwind::Stack stack = unwound(taken, files, mapped);
    CHECK(stack.end == unwind::End::Outermost);
    REQUIRE(stack.frames.size() == taken.callers.size());
    // The first is where the registers were taken, a little after the other.
    for (std::size_t i = 1; i < stack.frames.size(); ++i)
      CHECK(stack.frames[i].address == reinterpret_cast<std::uint64_t>(taken.callers[i]));
  }
}

TEST_CASE("a copy that is too short ends for want of memory") {
  const Taken taken = take_deeper(5);
  ImageFiles files(paths_only(Belief::Path));
  const Mapped mapped = own_code(files);
  const std::size_t whole = unwound(taken, files, mapped).frames.size();
  for (std::size_t size = 0; size < 2000; size += 8) {
    const unwind::Stack stack = unwound(taken, files, mapped, size);
    CHECK(stack.end == unwind::End::NoMemory);
    REQUIRE(stack.frames.size() < whole);
    for (std::size_t i = 1; i < stack.frames.size(); ++i)
      CHECK(stack.frames[i].address == reinterpret_cast<std::uint64_t>(taken.callers[i]));
  }
}

TEST_CASE("files without an id count only where they are the very same, or the user says so") {
  const Taken taken = take_deeper(2);
  ImageFiles never(paths_only(Belief::Nothing)), others(paths_only(Belief::SameFile));
  CHECK(unwound(taken, never, own_code(never)).frames.size() == 1);
  const Mapped lies = own_code(others, true);
  CHECK(unwound(taken, others, lies).frames.size() == 1);
}

TEST_CASE("the kernel's own image is this process's, if the kernel has the recording's release") {
  ImageFiles files(paths_only(Belief::SameFile));
  const std::uint32_t other = files.add({.path = "[vdso]", .kernel_release = "1.0"}),
                      none = files.add({.path = "[vdso]"});
  CHECK_FALSE(files.open(other).is_here());
  CHECK_FALSE(files.open(none).is_here());
}

TEST_CASE("an unknown processor, and a stack without its pointer, have no frames") {
  ImageFiles files(paths_only(Belief::Path));
  StackUnwinder unwinder(files, {});
  CHECK(unwinder.unwind({.architecture = Architecture::Unknown, .registers = {}, .bytes = {}}, CodePieces())
            .frames.empty());
  CHECK(unwinder.unwind({.architecture = Architecture::Arm64, .registers = {}, .bytes = {}}, CodePieces())
            .frames.empty());
}
#endif

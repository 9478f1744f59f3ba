// Sections are unpacked on several threads at once: each once, and all get the same bytes.
#include <array>
#include <thread>

#include "doctest/doctest.h"

#include "files/container/open.h"
#include "ground/base/words.h"
#include "support/synth_elf.h"

using namespace symkit;
using namespace symkit::container;
using namespace symkit::test;

TEST_CASE("threads that ask for the same sections get the same bytes") {
  SynthElf elf;
  constexpr std::size_t count = 20;
  for (std::size_t i = 0; i < count; ++i)
    elf.add({.name = say(".debug_", i),
             .bytes = Buffer(50000, static_cast<std::uint8_t>(i + 1)),
             .packing = i % 2 == 0 ? Packing::Zlib : Packing::Zstd});
  const Buffer bytes = elf.build();
  const auto file = open_bytes(bytes, "x");
  REQUIRE(file);
  const Image& image = *(*file)->images()[0];
  std::array<std::array<const std::uint8_t*, count>, 4> seen{};
  {
    std::vector<std::jthread> threads;
    for (auto& mine : seen)
      threads.emplace_back([&image, &mine] {
        for (std::size_t i = 0; i < count; ++i) {
          const auto contents = image.contents(*image.debug_section(say("debug_", i)));
          if (contents && contents->size() == 50000 && contents->back() == i + 1) mine[i] = contents->data();
        }
      });
  }
  for (std::size_t i = 0; i < count; ++i) {
    CHECK(seen[0][i] != nullptr);
    for (const auto& other : seen) CHECK(other[i] == seen[0][i]);
  }
}

TEST_CASE("a section that is a copy is refused") {
  SynthElf elf;
  elf.add({.name = ".debug_info", .bytes = Buffer(4)});
  const Buffer bytes = elf.build();
  const auto file = open_bytes(bytes, "x");
  REQUIRE(file);
  const Image& image = *(*file)->images()[0];
  const Section copy = *image.debug_section("debug_info");
  const auto contents = image.contents(copy);
  REQUIRE_FALSE(contents);
  CHECK(contents.error().message ==
        "section .debug_info was requested, but belongs to a copy or to another image");
}

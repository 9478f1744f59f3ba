#include "files/kernel/kallsyms.h"

#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "support/synth_kallsyms.h"

using namespace symkit;
using kernel::Kallsyms;
using test::SynthKallsyms;
using Order = SynthKallsyms::Order;

namespace {

SynthKallsyms table(Order order, Endian endian, unsigned address_size, bool percpu) {
  SynthKallsyms all{.order = order,
                    .endian = endian,
                    .address_size = address_size,
                    .absolute_percpu = percpu,
                    .symbols = {}};
  if (address_size == 4) all.base = 0xc0008000;
  if (percpu || order == Order::Addresses) all.symbols.push_back({0x1000, 'D', "per_cpu_start"});
  for (std::uint64_t i = 0; i < 1000; ++i)
    all.symbols.push_back({all.base + i * 48, i % 3 == 0 ? 'T' : 't', say("sys_function_", i, "_read")});
  all.symbols.push_back({all.base + 48000, 't', say("long_", std::string(300, 'n'))});
  all.symbols.push_back({all.base + 48000, 'D', "_end"});
  return all;
}

std::string described(const SynthKallsyms& expected, const Kallsyms& found) {
  if (expected.symbols.size() != found.symbols().size()) return say(found.symbols().size(), " symbols");
  for (std::size_t i = 0; i < expected.symbols.size(); ++i) {
    const auto& [address, type, name] = expected.symbols[i];
    const kernel::Symbol& symbol = found.symbols()[i];
    if (address != symbol.address || type != symbol.type || name != symbol.name)
      return say(i, ": ", hex(symbol.address), " ", symbol.type, " ", symbol.name);
  }
  return "equal";
}

}  // namespace

TEST_CASE("kallsyms is found in every order, width and byte order") {
  for (const Order order : {Order::Addresses, Order::Relative, Order::Sequences, Order::Late})
    for (const Endian endian : {Endian::Little, Endian::Big})
      for (const unsigned address_size : {8U, 4U})
        for (const bool percpu : {false, true}) {
          CAPTURE(static_cast<int>(order));
          CAPTURE(static_cast<int>(endian));
          CAPTURE(address_size);
          CAPTURE(percpu);
          const SynthKallsyms expected = table(order, endian, address_size, percpu);
          const auto bytes = expected.bytes();
          const auto found = Kallsyms::find(bytes, endian, address_size);
          REQUIRE(found);
          CHECK(described(expected, *found) == "equal");
          CHECK(found->address_of("_end") == expected.base + 48000);
        }
}

TEST_CASE("Numbers that count up are not taken for an index of tokens, however many there are") {
  const SynthKallsyms expected = table(Order::Late, Endian::Little, 8, false);
  test::Assembler out;
  out.zeros(1 << 20);
  for (unsigned i = 0; i < 20 * 256; ++i) out.u16(i % 256);
  out.bytes(expected.bytes());
  const auto found = Kallsyms::find(out.finish(), Endian::Little, 8);
  REQUIRE(found);
  CHECK(described(expected, *found) == "equal");
}

TEST_CASE("A table that is cut off anywhere is none, or whole") {
  const SynthKallsyms expected = table(Order::Late, Endian::Little, 8, true);
  const auto bytes = expected.bytes();
  const std::size_t whole = bytes.size() - 3000;
  for (std::size_t size = 0; size < bytes.size(); size += size < whole - 100 ? 97 : 1) {
    const std::vector<std::uint8_t> part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    if (const auto found = Kallsyms::find(part, Endian::Little, 8))
      CHECK(described(expected, *found) == "equal");
  }
}

TEST_CASE("Numbers that do not agree with the names make no table") {
  const SynthKallsyms expected = table(Order::Late, Endian::Little, 8, false);
  const auto bytes = expected.bytes();
  for (std::size_t at = 4096; at < bytes.size() - 3000; at += 211) {
    auto damaged = bytes;
    damaged[at] ^= 0x10;
    const auto found = Kallsyms::find(damaged, Endian::Little, 8);
    if (found) CHECK(found->symbols().size() == expected.symbols.size());
  }
}

#include "stacks/unwind/postfix.h"

#include <doctest/doctest.h>
#include <map>
#include <string>

#include "memory_of.h"

using namespace symkit;
using namespace symkit::unwind;

namespace {

class NamesOf final : public Names {
 public:
  std::optional<std::uint64_t> value(std::string_view name) const override {
    const auto found = all.find(name);
    return found == all.end() ? std::nullopt : std::optional(found->second);
  }
  bool assign(std::string_view name, std::optional<std::uint64_t> value) override {
    if (value) all[std::string(name)] = *value;
    if (!value) all.erase(all.find(name));
    return true;
  }

  std::map<std::string, std::uint64_t, std::less<>> all = {{"$esp", 0x7000}, {"$T0", 3}};
};

std::optional<std::uint64_t> result_of(std::string_view words, unsigned address_size = 8) {
  NamesOf names;
  MemoryOf memory;
  memory.word(0x7008, 0x1'2345'6789);
  Postfix postfix(names, memory, address_size);
  return postfix.run(words) ? postfix.result() : std::nullopt;
}

}  // namespace

TEST_CASE("numbers, names and operators are evaluated in postfix order") {
  CHECK(result_of("$esp 8 +") == 0x7008);
  CHECK(result_of("$esp 8 -") == 0x6ff8);
  CHECK(result_of("  $T0   4 *  ") == 12);
  CHECK(result_of("17 5 /") == 3);
  CHECK(result_of("17 5 %") == 2);
  CHECK(result_of("$esp 15 + 16 @") == 0x7000);
  CHECK(result_of("$esp 8 + ^") == 0x1'2345'6789);
  CHECK(result_of("-8 $esp +") == 0x6ff8);
}

TEST_CASE("with addresses of 32 bits all numbers have as many") {
  CHECK(result_of("$esp 8 + ^", 4) == 0x2345'6789);
  CHECK(result_of("0 1 -", 4) == 0xffff'ffff);
}

TEST_CASE("what cannot be evaluated has no result") {
  for (const std::string_view words :
       {"", "+", "1 +", "1 2", "1 0 /", "1 0 %", "8 3 @", "$eax", "$eax 1 +", "0 ^", ".undef", "1 .undef +",
        "0x10", "1 2 & +", "99999999999999999999", "1 2 =", "$esp =", "$T1 $eax ="})
    CHECK_MESSAGE(!result_of(words), words);
}

TEST_CASE("names are assigned to, also where the blank after the sign is missing") {
  NamesOf names;
  const MemoryOf memory;
  CHECK(Postfix(names, memory, 4).run("$T1 $esp 4 + = $T2 $T1 =$eip 7 = $T0 .undef ="));
  CHECK(names.all["$T1"] == 0x7004);
  CHECK(names.all["$T2"] == 0x7004);
  CHECK(names.all["$eip"] == 7);
  CHECK_FALSE(names.all.contains("$T0"));
}

TEST_CASE("an expression does not grow without end") {
  std::string words;
  for (int i = 0; i < 1000; ++i) words += "1 ";
  CHECK_FALSE(result_of(words));
}

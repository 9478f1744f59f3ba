// What /proc/kallsyms and /proc/modules say of bare addresses.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::crashlog::KernelSymbols;
using symkit::test::read_log;

TEST_CASE("the kernel's own symbols say what a bare address is") {
  const auto symbols = KernelSymbols::parse(
      "ffffffff81000000 T _text\nffffffff81000000 T _stext\nffffffff81001000 t do_exit\n"
      "ffffffff81002000 T do_fork\nffffffff81003000 D jiffies\nffffffffc0a12000 t "
      "probe\t[sensor]\n0000000000000000 A fixed_percpu\n");
  REQUIRE(symbols);
  const auto bare = [&](std::string_view line) { return read_log({line}, nullptr, &*symbols); };
  CHECK(bare("[<ffffffff81001012>]") == "returns to vmlinux runtime ffffffff81001012 do_exit+12/1000");
  CHECK(bare(" ? 0xffffffffc0a13000").contains("give --kallsyms"));
  CHECK(bare(" ? 0xffffffffc0a12005") == "returns to sensor runtime ffffffffc0a12005 probe+5");
  CHECK(bare("pc : 0xffffffffc0a12005") == "at sensor runtime ffffffffc0a12005 probe+5");
  CHECK(bare("[<ffffffff80000000>]").contains("give --kallsyms"));
  CHECK(bare("\tffffffff81001012 [unknown] ([kernel.kallsyms])") ==
        "at vmlinux runtime ffffffff81001012 do_exit+12/1000");
}

TEST_CASE("the list of modules names the module") {
  const auto modules = KernelSymbols::parse(
      "sensor 16384 1 bus, Live 0xffffffffc0a12000 (OE)\n"
      "hidden 16384 0 - Live 0x0000000000000000\n");
  REQUIRE(modules);
  CHECK(read_log({"[<ffffffffc0a12005>]"}, nullptr, &*modules) ==

        "returns to sensor runtime ffffffffc0a12005 (a list of modules cannot name this function: "
        "give /proc/kallsyms)");
  CHECK(read_log({"[<ffffffffc0a16000>]"}, nullptr, &*modules).contains("give --kallsyms"));
}

TEST_CASE("lists of symbols that are none") {
  CHECK(KernelSymbols::parse("").error().message.contains("is not a list"));
  CHECK(KernelSymbols::parse("hello\nworld\n").error().message.contains("is not a list"));
  CHECK(KernelSymbols::parse("0000000000000000 T _text\n").error().message.contains("only to root"));
}

// The corners of what Go says of native code.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Go's native code") {
  CHECK(read_line("PC=0x55d0c1a2ba2b m=0 sigcode=1 addr=0x0") == "at - runtime 55d0c1a2ba2b");
  CHECK(read_line("[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x401136]") ==
        "at - runtime 401136");
  CHECK(read_line("runtime: unexpected return pc for runtime.sigpanic called from 0x401136") ==
        "returns to - runtime 401136");
  CHECK(read_log({"non-Go function", "\tpc=0x401136"}) == "at - runtime 401136");
  CHECK(read_line("non-Go function at pc=0x401136") == "at - runtime 401136");
  CHECK(read_line("non-Go function at pc=0x401136 twice") == "nothing");
  CHECK(read_line("\tpc=0x401136") == "nothing");
  CHECK(read_log({"non-Go function", "x", "\tpc=0x401136"}) == "at - runtime 401136");
  CHECK(read_line("panic: runtime error at 0x00000000002053f1: nil pointer dereference") ==
        "at - runtime 2053f1");
  CHECK(read_line("panic: runtime error at 0x2053f1: caught signal SIGSEGV") == "at - runtime 2053f1");
  CHECK(read_line("panic: runtime error at 0x2053f1 again") == "nothing");
  CHECK(read_line("panic: runtime error: index out of range") == "nothing");
  for (const std::string_view line : {"PC=0x55 m=0", "PC=0x0 m=0 sigcode=1", "[signal SIGQUIT: quit]",
                                      "[signal SIGSEGV: x pc=0x0]", "runtime: unexpected return pc for f"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

// The corners of TensorFlow's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_names;

TEST_CASE("TensorFlow: names between two lines") {
  constexpr std::string_view begin = "*** Begin stack trace ***";
  CHECK(read_names({begin, "\tkiosk::Till::open(int, char const*)"}) ==
        "named kiosk::Till::open(int, char const*)");
  CHECK(read_names({begin, "\ttsl::CurrentStackTrace[abi:cxx11]()", "", "\tclone"}) == "named clone");
  CHECK(read_names({begin, "\tclone", "*** End stack trace ***", "\tclone"}) == "nothing");
  CHECK(read_names({begin, "\tclone", "others write between", "\tclone"}) == "nothing");
  CHECK(read_names({"\tclone"}) == "nothing");
}

TEST_CASE("what its lines say of the crash: tensorflow stack") {
  CHECK(cause_of("F tensorflow/core/till.cc:73] Check failed: ret == 0 (11 vs. 0)Till is closed.") ==
        "check failed: ret == 0");
  CHECK(cause_of("F external/local_xla/till.cc:73] closed") == "fatal error: closed");
  CHECK(cause_of("F or G: see [1] for more") == "nothing");
}

#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("Apple's columns with what somebody has found out") {
  CHECK(read_names({"0   libsystem_kernel.dylib        \t0x00000001ceb28414 0x1ceb00000 + 164884     \t// "
                    "__pthread_kill"}) == "named #0 __pthread_kill in libsystem_kernel.dylib");
  CHECK(read_names({"2   dyld  0x00000001022303fc 0x1022303fc + 12 \t// dyld::main() + 0x8c"}) ==
        "named #2 dyld::main() in dyld");
  CHECK(read_names({"3 items: 0x00000001022303fc and more"}) == "nothing");
}

// What prepares an upload is stopped when it takes too long, and leaves nothing.
#include "serve/service/uploads.h"

#include <chrono>
#include <doctest/doctest.h>
#include <filesystem>

#include "support/scratch.h"

namespace symkit::service {

TEST_CASE("an upload that takes too long to prepare is given up") {
  namespace fs = std::filesystem;
  const test::Scratch scratch;
  const std::string program = scratch.write("symprep", "#!/bin/sh\nexec sleep 100\n");
  fs::permissions(program, fs::perms::owner_all);
  Uploads uploads({.folder = scratch / "kept", .symprep = program, .time = std::chrono::seconds(1)});
  REQUIRE(uploads.open());
  const auto begun = std::chrono::steady_clock::now();
  const auto said = uploads.take("libmarket.so", http::Body("\x7f"
                                                            "ELF"));
  REQUIRE_FALSE(said);
  CHECK(said.error().message == "it was not done after 1 seconds");
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(30));
  CHECK(fs::is_empty(scratch / "kept/incoming"));
}

}  // namespace symkit::service

// The line for a file that comes over a network.
#include "ground/print/transfer_line.h"

#include "doctest/doctest.h"

using namespace symkit::print;

namespace {

constexpr TransferState state{.name = "libmarket.so",
                              .what = "debuginfo",
                              .server = "https://example.org",
                              .done = 600'000,
                              .total = 1'200'000,
                              .lately = 300'000,
                              .seconds = 1};

}  // namespace

TEST_CASE("a download's line: what for, how much, how fast, from where") {
  CHECK(transfer_line(state, 79) == "libmarket.so  debuginfo   50% of 1.2 MB  300 kB/s  https://example.org");
  TransferState other = state;
  other.total = 0;
  other.seconds = 0.1;
  CHECK(transfer_line(other, 79) == "libmarket.so  debuginfo  600 kB  https://example.org");
}

TEST_CASE("a download's line is never wider than the terminal, and steers it nowhere") {
  TransferState other = state;
  other.server = "https://\x1b[2J";
  other.name = "lib\nmarket-with-a-long-name-that-fits-nowhere.so";
  for (std::size_t columns = 0; columns < 120; ++columns) {
    const std::string line = transfer_line(other, columns);
    CHECK(line.size() <= columns + 2);  // an ellipsis is three bytes
    CHECK(line.find_first_of("\n\x1b") == std::string::npos);
  }
  CHECK(transfer_line(state, 50) == "libmarket.so  debuginfo   50% of 1.2 MB  300 kB/s");
  CHECK(transfer_line(state, 40) == "l…o  debuginfo   50% of 1.2 MB  300 kB/s");
}

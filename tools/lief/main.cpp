// symkit-lief: reads the extract of an image from standard input, and writes what LIEF finds in it.
// syminfo starts it with limits on its resources; it is not meant for other uses.
#include <array>
#include <cerrno>
#include <unistd.h>
#include <vector>

#include "debug/details/answer.h"
#include "debug/lief/describe.h"
#include "ground/base/bytes.h"

namespace {

using namespace symkit;

std::vector<std::uint8_t> read_all() {
  std::vector<std::uint8_t> all;
  std::array<std::uint8_t, 1 << 16> buffer{};
  while (true) {
    const ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return all;
    all.insert(all.end(), buffer.begin(), buffer.begin() + size);
  }
}

bool write_all(Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(size));
  }
  return true;
}

}  // namespace

int main() {
  try {
    const std::vector<std::uint8_t> bytes = read_all();
    const bool is_elf = as_text(bytes).starts_with(
        "\x7f"
        "ELF");
    const auto answer =
        details::write_answer(is_elf ? lief::describe_elf(bytes) : lief::describe_macho(bytes));
    // Without destructors: LIEF's take as long as its parser.
    ::_exit(write_all(answer) ? 0 : 1);
  } catch (...) {
    ::_exit(3);
  }
}

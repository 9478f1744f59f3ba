// A fuzz target that fails at the first input with a letter in it.
#include <cstddef>
#include <cstdint>

[[gnu::noinline]] static void check(const std::uint8_t* data, std::size_t size) {
  if (size > 0 && data[0] == 'a') __builtin_trap();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check(data, size);
  return 0;
}

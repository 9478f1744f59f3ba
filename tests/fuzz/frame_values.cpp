// rooms: base container locals unwind values
// An image from nowhere as that of a stack's frames: their variables are read and printed, in bounded time
// and space. The same bytes as expressions: they end, and their parts have a size. The corpus has
// tests/support/pier.c, compiled with -O2 -g -c by gcc, and with -gdwarf-4 by clang.
#include "stacks/values/frame_values.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "debug/locals/locals.h"
#include "files/container/open.h"
#include "stacks/unwind/machine.h"
#include "stacks/unwind/processor.h"
#include "support/exact_buffer.h"
#include "support/fuzz_require.h"
#include "support/repeated_memory.h"

using namespace symkit;

namespace {

constexpr std::size_t largest_input = 1 << 16, most_addresses = 24, most_text = 1 << 18;

// What an expression may ask for is there.
class Everything final : public unwind::Circumstances {
 public:
  explicit Everything(Bytes bytes) : memory_(bytes) {}

  unsigned address_size() const override { return 8; }
  unwind::Known<std::uint64_t> word_of(std::uint64_t number, unsigned word) override { return number + word; }
  Bytes memory(std::uint64_t address, std::uint64_t size) override { return memory_.at(address, size); }
  unwind::Known<std::uint64_t> frame_base() override { return 16; }
  unwind::Known<std::uint64_t> cfa() override { return 32; }
  unwind::Known<unwind::Number> on_entry(Bytes expression) override {
    if (++depth_ > 8) return std::unexpected(unwind::Lack::OptimizedOut);
    return unwind::typed_number_of(expression, *this);
  }
  unwind::Known<unwind::NumberType> number_type(std::uint64_t id) override {
    return unwind::NumberType{static_cast<unwind::NumberType::Kind>(id % 4), 1U << (id / 4) % 4};
  }

 private:
  fuzz::RepeatedMemory memory_;
  int depth_ = 0;
};

void evaluate(Bytes bytes) {
  constexpr std::size_t longest = 256;
  Everything everything(bytes);
  const auto parts = unwind::locate(bytes.first(std::min(bytes.size(), longest)), everything);
  fuzz::require(!parts || !parts->empty());
}

std::vector<std::uint64_t> addresses_in(const container::Image& image) {
  std::vector<std::uint64_t> addresses;
  for (const container::Section& section : image.sections()) {
    if (!section.code) continue;
    const std::uint64_t step = std::max<std::uint64_t>(section.size / most_addresses, 1);
    for (std::uint64_t at = 0; at < section.size && addresses.size() < most_addresses; at += step)
      addresses.push_back(section.address.value + at);
  }
  return addresses;
}

void print_values(const container::Image& image, Bytes bytes) {
  constexpr std::uint64_t bias = 0x10'0000;
  const unwind::Processor& processor = *unwind::processor_of(Architecture::X86_64);
  const fuzz::RepeatedMemory memory(bytes);
  locals::Locals locals(image, nullptr);
  const std::vector<std::uint64_t> addresses = addresses_in(image);
  unwind::Stack stack;
  std::vector<values::CodeOfFrame> code;
  for (const std::uint64_t address : addresses) {
    const bool is_first = stack.frames.empty();
    stack.frames.push_back({.address = address + bias,
                            .is_return_address = !is_first,
                            .trust = is_first ? unwind::Trust::Context : unwind::Trust::Cfi,
                            .stack = address * 3});
    unwind::Registers& registers = stack.registers.emplace_back();
    for (unsigned i = 0; i < unwind::Registers::count; ++i) registers.set(i, address + i * 8);
    code.push_back({&locals, bias});
  }
  const auto never = [](std::string_view) { return false; };
  values::FrameValues values({.stack = stack,
                              .code = code,
                              .processor = processor,
                              .vectors = {Architecture::X86_64, bytes},
                              .memory = memory,
                              .symbol_at = [](std::uint64_t) { return std::string(); },
                              .is_secret = never,
                              .has_secret = never});
  for (std::size_t i = 0; i < stack.frames.size(); ++i)
    for (const auto& scope : values.of(i))
      for (const values::Value& one : scope) fuzz::require(one.text.text.size() < most_text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > largest_input) return 0;
  const test::ExactBuffer exact({data, size});
  evaluate(exact.bytes());
  const auto file = container::open_bytes(exact.bytes(), "input");
  if (!file) return 0;
  std::size_t left = 2;  // a fat file may name one slice a thousand times
  for (const auto& image : (*file)->images()) {
    if (left-- == 0) break;
    print_values(*image, exact.bytes());
  }
  return 0;
}

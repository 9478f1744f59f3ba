// rooms: golang container io
// Any bytes as Go's table of functions, with whatever of the runtime's data stands in them, too. The first
// byte says for which processors: bit 0 eight bytes a pointer, bit 1 big endian. What is read is no more than
// there is code.

#include "files/container/open.h"
#include "files/golang/function_reader.h"
#include "support/fuzz_require.h"
#include "support/synth_elf.h"

using namespace symkit;

namespace {

constexpr std::size_t code_size = 4096;

std::size_t check(const golang::Function& function) {
  fuzz::require(function.begin < function.end);
  std::uint64_t before = function.begin;
  for (const golang::Row& row : function.rows) {
    fuzz::require(row.address >= before && row.address < function.end);
    fuzz::require(row.call <= function.calls.size());
    before = row.address;
  }
  for (std::size_t i = 0; i < function.calls.size(); ++i) fuzz::require(function.calls[i].parent <= i);
  return function.rows.size();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const bool wide = (data[0] & 1) != 0;
  test::SynthElf elf({.wide = wide, .endian = (data[0] & 2) != 0 ? Endian::Big : Endian::Little});
  elf.add(
      {.name = ".text", .address = 0x1000, .bytes = test::Buffer(code_size), .flags = test::SynthElf::code});
  elf.add({.name = ".gopclntab",
           .address = 0x8000,
           .bytes = test::Buffer(data + 1, data + size),
           .flags = test::SynthElf::allocated});
  const test::Buffer bytes = elf.build();
  const auto file = container::open_bytes(bytes, "made");
  fuzz::require(file.has_value());
  const auto program = golang::Program::open(*(*file)->images().front());
  if (!program || !*program) return 0;
  golang::FunctionReader reader(**program);
  std::size_t rows = 0;
  const std::size_t functions = (*program)->function_count();
  for (std::size_t i = 0; i < functions; ++i)
    if (const golang::Function* function = reader.read(i)) rows += check(*function);
  fuzz::require(rows <= code_size + functions);
  return 0;
}

#include "files/code/x86_instruction.h"

#include <doctest/doctest.h>
#include <vector>

using namespace symkit;
using code::X86Instruction;

namespace {

std::size_t size_of(const std::vector<std::uint8_t>& bytes, bool is_64_bit = true) {
  const auto found = code::x86_instruction(bytes, is_64_bit);
  return found ? found->size : 0;
}

}  // namespace

TEST_CASE("instructions of 64 bits are as long as their parts") {
  CHECK(size_of({0xc3}) == 1);
  CHECK(size_of({0x55, 0x90}) == 1);                                          // push
  CHECK(size_of({0x41, 0x57}) == 2);                                          // push r15
  CHECK(size_of({0x48, 0x83, 0xec, 0x18}) == 4);                              // sub $24,%rsp
  CHECK(size_of({0x48, 0x81, 0xec, 0, 1, 0, 0}) == 7);                        // sub $256,%rsp
  CHECK(size_of({0x48, 0x8b, 0x84, 0x24, 0, 1, 0, 0}) == 8);                  // mov 256(%rsp),%rax
  CHECK(size_of({0x48, 0x8d, 0x05, 1, 2, 3, 4}) == 7);                        // lea …(%rip)
  CHECK(size_of({0x48, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8}) == 10);                 // movabs
  CHECK(size_of({0x66, 0xc7, 0x00, 1, 2}) == 5);                              // movw $…,(%rax)
  CHECK(size_of({0xf6, 0xc1, 0x01}) == 3);                                    // test $1,%cl
  CHECK(size_of({0xf7, 0xd8}) == 2);                                          // neg
  CHECK(size_of({0x0f, 0x84, 1, 0, 0, 0}) == 6);                              // je
  CHECK(size_of({0x66, 0x0f, 0x70, 0xc0, 0}) == 5);                           // pshufd
  CHECK(size_of({0x66, 0x0f, 0x3a, 0x0f, 0xc1, 8}) == 6);                     // palignr
  CHECK(size_of({0xc5, 0xf8, 0x77}) == 3);                                    // vzeroupper
  CHECK(size_of({0xc4, 0xe3, 0x7d, 0x39, 0xc1, 1}) == 6);                     // vextracti128
  CHECK(size_of({0x62, 0xf1, 0xfd, 0x48, 0x6f, 0x06}) == 6);                  // vmovdqa64
  CHECK(size_of({0xf3, 0x0f, 0x1e, 0xfa}) == 4);                              // endbr64
  CHECK(size_of({0x64, 0x48, 0x8b, 0x04, 0x25, 0x28, 0, 0, 0}) == 9);         // mov %fs:40,%rax
  CHECK(size_of({0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0}) == 11);  // nop
}

TEST_CASE("instructions of 32 bits") {
  CHECK(size_of({0x40}, false) == 1);                             // inc
  CHECK(size_of({0xa1, 1, 2, 3, 4}, false) == 5);                 // mov …,%eax
  CHECK(size_of({0xc5, 0x07}, false) == 2);                       // lds
  CHECK(size_of({0x65, 0xff, 0x15, 0x10, 0, 0, 0}, false) == 7);  // call *%gs:16
}

TEST_CASE("what is cut off or not known is nothing") {
  CHECK(size_of({}) == 0);
  CHECK(size_of({0x48}) == 0);
  CHECK(size_of({0xe8, 1, 2, 3}) == 0);
  CHECK(size_of({0x48, 0x8b, 0x84, 0x24, 0}) == 0);
  CHECK(size_of(std::vector<std::uint8_t>(40, 0x66)) == 0);
  CHECK(size_of({0x0f, 0x04}) == 0);
}

TEST_CASE("an instruction's parts") {
  const auto call = code::x86_instruction(std::vector<std::uint8_t>{0xe8, 0xfb, 0xff, 0xff, 0xff}, true);
  REQUIRE(call);
  CHECK(call->is(0xe8));
  CHECK(call->immediate == -5);
  // mov %r12,-16(%rbp)
  const auto store = code::x86_instruction(std::vector<std::uint8_t>{0x4c, 0x89, 0x65, 0xf0}, true);
  REQUIRE(store);
  CHECK(store->first() == 12);
  CHECK(store->base() == 5);
  CHECK(store->displacement == -16);
  // mov (%rsp,%rax,8),%rcx: its address is a sum.
  const auto sum = code::x86_instruction(std::vector<std::uint8_t>{0x48, 0x8b, 0x0c, 0xc4}, true);
  REQUIRE(sum);
  CHECK(sum->second_is_memory());
  CHECK_FALSE(sum->base());
}

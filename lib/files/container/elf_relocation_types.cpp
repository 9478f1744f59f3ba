#include "files/container/elf_relocation_types.h"

#include <algorithm>
#include <array>
#include <span>

#include "files/container/elf_format.h"

namespace symkit::container::elf {
namespace {

using enum Effect;

// The last entries of most tables are thread-local offsets, as used by a variable's DW_OP_const8u.
constexpr std::array x86_64 = std::to_array<RelocationType>({{1, Set, 8},
                                                             {2, Relative, 4},
                                                             {10, Set, 4},
                                                             {11, Set, 4},
                                                             {12, Set, 2},
                                                             {14, Set, 1},
                                                             {24, Relative, 8},
                                                             {17, Set, 8},
                                                             {21, Set, 4}});
constexpr std::array i386 =
    std::to_array<RelocationType>({{1, Set, 4}, {2, Relative, 4}, {20, Set, 2}, {22, Set, 1}, {32, Set, 4}});
constexpr std::array aarch64 = std::to_array<RelocationType>({{257, Set, 8},
                                                              {258, Set, 4},
                                                              {259, Set, 2},
                                                              {260, Relative, 8},
                                                              {261, Relative, 4},
                                                              {1028, Set, 8},
                                                              {1029, Set, 8}});
constexpr std::array arm = std::to_array<RelocationType>(
    {{2, Set, 4}, {3, Relative, 4}, {5, Set, 2}, {8, Set, 1}, {38, Set, 4}, {106, Set, 4}});
constexpr std::array riscv = std::to_array<RelocationType>(
    {{1, Set, 4},       {2, Set, 8},       {8, Set, 4},          {9, Set, 8},       {33, Add, 1},
     {34, Add, 2},      {35, Add, 4},      {36, Add, 8},         {37, Subtract, 1}, {38, Subtract, 2},
     {39, Subtract, 4}, {40, Subtract, 8}, {52, SubtractSix, 1}, {53, SetSix, 1},   {54, Set, 1},
     {55, Set, 2},      {56, Set, 4},      {57, Relative, 4},    {60, SetUleb, 0},  {61, SubtractUleb, 0}});
constexpr std::array ppc =
    std::to_array<RelocationType>({{1, Set, 4}, {3, Set, 2}, {24, Set, 4}, {26, Relative, 4}, {78, Set, 4}});
constexpr std::array ppc64 = std::to_array<RelocationType>({{1, Set, 4},
                                                            {3, Set, 2},
                                                            {24, Set, 4},
                                                            {26, Relative, 4},
                                                            {38, Set, 8},
                                                            {43, Set, 8},
                                                            {44, Relative, 8},
                                                            {78, Set, 8}});
constexpr std::array mips = std::to_array<RelocationType>(
    {{2, Set, 4}, {18, Set, 8}, {248, Relative, 4}, {39, Set, 4}, {41, Set, 8}});
constexpr std::array s390 = std::to_array<RelocationType>({{1, Set, 1},
                                                           {3, Set, 2},
                                                           {4, Set, 4},
                                                           {5, Relative, 4},
                                                           {22, Set, 8},
                                                           {23, Relative, 8},
                                                           {52, Set, 4},
                                                           {53, Set, 8}});
constexpr std::array loongarch = std::to_array<RelocationType>({{1, Set, 4},
                                                                {2, Set, 8},
                                                                {8, Set, 4},
                                                                {9, Set, 8},
                                                                {47, Add, 1},
                                                                {48, Add, 2},
                                                                {50, Add, 4},
                                                                {51, Add, 8},
                                                                {52, Subtract, 1},
                                                                {53, Subtract, 2},
                                                                {55, Subtract, 4},
                                                                {56, Subtract, 8},
                                                                {99, Relative, 4},
                                                                {106, SubtractSix, 1},
                                                                {105, AddSix, 1},
                                                                {107, AddUleb, 0},
                                                                {108, SubtractUleb, 0}});
constexpr std::array sparc = std::to_array<RelocationType>({{1, Set, 1},
                                                            {2, Set, 2},
                                                            {3, Set, 4},
                                                            {6, Relative, 4},
                                                            {23, Set, 4},
                                                            {32, Set, 8},
                                                            {46, Relative, 8},
                                                            {54, Set, 8},
                                                            {55, Set, 2}});

std::span<const RelocationType> types_of(std::uint16_t machine) {
  switch (machine) {
    case machine::x86_64: return x86_64;
    case machine::i386: return i386;
    case machine::aarch64: return aarch64;
    case machine::arm: return arm;
    case machine::riscv: return riscv;
    case machine::ppc: return ppc;
    case machine::ppc64: return ppc64;
    case machine::mips: return mips;
    case machine::s390: return s390;
    case machine::loongarch: return loongarch;
    case machine::sparc:
    case machine::sparc32plus:
    case machine::sparcv9: return sparc;
    default: return {};
  }
}

}  // namespace

bool knows_relocations_of(std::uint16_t machine) { return !types_of(machine).empty(); }

const RelocationType* find_relocation_type(std::uint16_t machine, std::uint32_t number) {
  const auto types = types_of(machine);
  const auto found = std::ranges::find(types, number, &RelocationType::number);
  return found == types.end() ? nullptr : &*found;
}

}  // namespace symkit::container::elf

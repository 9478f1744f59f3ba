// The numbers of CodeView that this room uses, from Microsoft's cvinfo.h: kinds of symbol records, of
// types, and of line information in a module.
#pragma once

#include <cstdint>

namespace symkit::pdb {

namespace symbol {
inline constexpr std::uint16_t end = 0x0006;
inline constexpr std::uint16_t thunk = 0x1102;
inline constexpr std::uint16_t block = 0x1103;
inline constexpr std::uint16_t with = 0x1104;
inline constexpr std::uint16_t public_name = 0x110e;
inline constexpr std::uint16_t local_procedure = 0x110f;
inline constexpr std::uint16_t global_procedure = 0x1110;
inline constexpr std::uint16_t separated_code = 0x1132;
inline constexpr std::uint16_t local_procedure_id = 0x1146;
inline constexpr std::uint16_t global_procedure_id = 0x1147;
inline constexpr std::uint16_t inline_site = 0x114d;
inline constexpr std::uint16_t inline_site_end = 0x114e;
inline constexpr std::uint16_t procedure_id_end = 0x114f;
inline constexpr std::uint16_t local_procedure_dpc = 0x1155;
inline constexpr std::uint16_t local_procedure_dpc_id = 0x1156;
inline constexpr std::uint16_t inline_site_2 = 0x115d;
}  // namespace symbol

namespace leaf {
inline constexpr std::uint16_t class_type = 0x1504;
inline constexpr std::uint16_t structure = 0x1505;
inline constexpr std::uint16_t union_type = 0x1506;
inline constexpr std::uint16_t enumeration = 0x1507;
inline constexpr std::uint16_t interface = 0x1519;
inline constexpr std::uint16_t function_id = 0x1601;
inline constexpr std::uint16_t member_function_id = 0x1602;
inline constexpr std::uint16_t string_id = 0x1605;
}  // namespace leaf

namespace subsection {
inline constexpr std::uint32_t lines = 0xf2;
inline constexpr std::uint32_t files = 0xf4;
inline constexpr std::uint32_t inlined_functions = 0xf6;
inline constexpr std::uint32_t imports = 0xf7;
inline constexpr std::uint32_t exports = 0xf8;
}  // namespace subsection

// The instructions of the program that gives an inlined call's code and lines.
enum class Annotation : std::uint8_t {
  End = 0,
  CodeOffset = 1,
  ChangeCodeOffsetBase = 2,
  ChangeCodeOffset = 3,
  ChangeCodeLength = 4,
  ChangeFile = 5,
  ChangeLineOffset = 6,
  ChangeCodeOffsetAndLineOffset = 11,
  ChangeCodeLengthAndCodeOffset = 12,
  Last = 13,  // the others are about columns and line ends
};

}  // namespace symkit::pdb

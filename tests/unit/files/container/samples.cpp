#include "samples.h"

#include "support/synth_elf.h"
#include "support/synth_macho.h"

namespace symkit::test {
namespace {

std::string name_of(bool wide, Endian endian) {
  return std::string(wide ? "64" : "32") + (endian == Endian::Little ? "-little" : "-big");
}

Buffer repetitive() {
  Buffer bytes(300);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i / 9);
  return bytes;
}

Buffer linked_elf(ElfForm form) {
  SynthElf elf(form);
  elf.add({.name = ".text", .address = 0x1000, .bytes = Buffer(16, 0x90), .flags = SynthElf::code});
  elf.add({.name = ".bss",
           .address = 0x2000,
           .flags = SynthElf::allocated,
           .type = SynthElf::no_bits,
           .size = 64});
  elf.add({.name = ".debug_info", .bytes = repetitive(), .packing = Packing::Zlib});
  elf.add({.name = ".debug_line", .bytes = repetitive(), .packing = Packing::Zstd});
  elf.add({.name = ".zdebug_str", .bytes = repetitive(), .packing = Packing::OldZlib});
  elf.symbols = {{.name = "main", .value = 0x1000, .section = ".text"},
                 {.name = "data", .value = 0x2000, .section = ".bss", .type = 1}};
  elf.segments.push_back({.address = 0x1000, .section = ".text"});
  elf.id = Buffer(20, 0x5a);
  elf.id_in_segment = true;
  elf.debug_link = "a.debug";
  return elf.build();
}

Buffer object_elf(ElfForm form, std::uint16_t machine, std::vector<std::uint32_t> types, bool with_addends) {
  SynthElf elf(form);
  elf.machine = machine;
  elf.type = 1;
  elf.add({.name = ".text", .bytes = Buffer(16, 0x90), .flags = SynthElf::code, .align = 16});
  elf.add({.name = ".debug_info", .bytes = Buffer(64, 1)});
  elf.symbols = {{.name = "f", .value = 4, .section = ".text"},
                 {.name = "", .section = ".debug_info", .type = 3}};
  std::vector<ElfRelocation> relocations;
  for (const std::uint32_t type : types) relocations.push_back({8 * relocations.size(), type, "f", 3});
  elf.relocate(".debug_info", relocations, with_addends);
  elf.extended_numbering = !with_addends;
  return elf.build();
}

Buffer stripped_elf(ElfForm form) {
  SynthElf elf(form);
  elf.add({.name = ".text", .address = 0x1000, .bytes = Buffer(16, 0x90), .flags = SynthElf::code});
  elf.segments.push_back({.address = 0x1000, .section = ".text"});
  elf.id = Buffer(16, 0x5a);
  elf.id_in_segment = true;
  elf.without_section_table = true;
  return elf.build();
}

Buffer linked_macho(MachoForm form, bool companion) {
  SynthMacho macho(form);
  macho.cpu_type = form.wide ? 0x01000007 : 12;
  macho.file_type = companion ? 10 : 2;
  macho.id = Buffer(16, 0xab);
  macho.segments = {
      {.name = "__TEXT",
       .address = 0x4000,
       .sections =
           {{.name = "__text", .address = 0x4010, .bytes = Buffer(16, 0x90), .flags = SynthMacho::code}},
       .only_mentioned = companion},
      {.name = "__DWARF",
       .address = 0xc000,
       .sections = {{.name = "__debug_str_offsets", .address = 0xc000, .bytes = {5, 6, 7}},
                    {.name = "__zdebug_info",
                     .address = 0xc010,
                     .bytes = packed(repetitive(), Packing::OldZlib, Endian::Little, true)}}}};
  macho.symbols = {{.name = "_main", .value = 0x4010, .section = "__text"}, {.name = "_puts", .type = 1}};
  macho.function_starts = {0x10, 0x8, 0x200};
  return macho.build();
}

Buffer object_macho(MachoForm form) {
  SynthMacho macho(form);
  macho.cpu_type = form.wide ? 0x0100000c : 12;
  macho.file_type = 1;
  const unsigned power = form.wide ? 3 : 2;
  macho.segments = {
      {.sections = {{.name = "__text", .bytes = Buffer(16), .flags = SynthMacho::code, .segment = "__TEXT"},
                    {.name = "__debug_info",
                     .address = 0x10,
                     .bytes = Buffer(32, 1),
                     .flags = SynthMacho::debug,
                     .segment = "__DWARF",
                     .relocations = {{.offset = 0, .symbol = 0, .power = power},
                                     {.offset = 8, .symbol = 0, .type = 1, .power = power},
                                     {.offset = 8, .symbol = 1, .power = power}}}}}};
  macho.symbols = {{.name = "_f", .value = 4, .section = "__text"},
                   {.name = "_g", .value = 8, .section = "__text"}};
  return macho.build();
}

}  // namespace

std::vector<Sample> samples() {
  std::vector<Sample> all;
  for (const ElfForm form : elf_forms) {
    all.push_back({"elf-linked-" + name_of(form.wide, form.endian), linked_elf(form)});
    all.push_back({"elf-stripped-" + name_of(form.wide, form.endian), stripped_elf(form)});
  }
  for (const MachoForm form : macho_forms) {
    all.push_back({"macho-linked-" + name_of(form.wide, form.endian), linked_macho(form, false)});
    all.push_back({"macho-object-" + name_of(form.wide, form.endian), object_macho(form)});
  }
  constexpr ElfForm wide_little{true, Endian::Little};
  all.push_back({"elf-object-x86_64", object_elf(wide_little, 62, {1, 2, 10, 12, 14, 24}, true)});
  all.push_back({"elf-object-riscv64", object_elf(wide_little, 243, {2, 35, 39, 52, 53, 60, 61}, true)});
  all.push_back({"elf-object-arm", object_elf({false, Endian::Little}, 40, {2, 3, 5}, false)});
  all.push_back({"elf-object-mips64", object_elf({true, Endian::Big}, 8, {18, 2}, true)});
  all.push_back({"macho-dsym", linked_macho({}, true)});
  const Buffer slice = linked_macho({}, true);
  all.push_back({"macho-fat", fat_file({{0x01000007, 3, slice}}, false)});
  all.push_back({"macho-fat-64", fat_file({{0x01000007, 3, slice}}, true)});
  return all;
}

}  // namespace symkit::test

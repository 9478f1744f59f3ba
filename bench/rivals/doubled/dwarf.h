// Moves what of a section of DWARF depends on where its image and the other sections lie: addresses and
// offsets. All of them are of fixed size, so the copy keeps its length. Written from the standard, apart from
// symkit's own reader, which is what is measured with the result.
#pragma once

#include <map>

#include "cursor.h"

struct Distances {
  std::uint64_t address, info, line, ranges, lists;
};

struct Attribute {
  std::uint64_t name, form;
};
using Abbreviations = std::map<std::uint64_t, std::vector<Attribute>>;

inline Abbreviations read_abbreviations(Bytes& bytes, std::size_t at) {
  Cursor cursor{bytes, at, bytes.size()};
  Abbreviations all;
  while (const auto code = cursor.leb()) {
    cursor.leb();
    cursor.read<std::uint8_t>();
    auto& attributes = all[code];
    for (;;) {
      const Attribute attribute{cursor.leb(), cursor.leb()};
      if (attribute.form == 0x21) cursor.leb();
      if (attribute.name == 0 && attribute.form == 0) break;
      attributes.push_back(attribute);
    }
  }
  return all;
}

// How far the section lies behind to which an attribute's offset points; 0 where that section is there once
// only.
inline std::uint64_t distance_of(std::uint64_t attribute, unsigned version, const Distances& by) {
  switch (attribute) {
    case 0x10: return by.line;                             // stmt_list
    case 0x55: return version < 5 ? by.ranges : by.lists;  // ranges
    case 0x74: return by.lists;                            // rnglists_base
    default: return 0;
  }
}

inline void move_attribute(Cursor& entry, Attribute attribute, unsigned version, const Distances& by) {
  switch (attribute.form) {
    case 0x01: entry.move<std::uint64_t>(by.address); return;  // addr
    case 0x06: entry.move<std::uint32_t>(version < 4 ? distance_of(attribute.name, version, by) : 0); return;
    case 0x17: entry.move<std::uint32_t>(distance_of(attribute.name, version, by)); return;  // sec_offset
    case 0x10: entry.move<std::uint32_t>(by.info); return;                                   // ref_addr
    case 0x0b:
    case 0x0c:
    case 0x11:
    case 0x25: entry.take(1); return;
    case 0x05:
    case 0x12:
    case 0x26: entry.take(2); return;
    case 0x27: entry.take(3); return;
    case 0x0e:
    case 0x13:
    case 0x1d:
    case 0x1f:
    case 0x28:
    case 0x1f20:
    case 0x1f21: entry.take(4); return;
    case 0x07:
    case 0x14:
    case 0x20: entry.take(8); return;
    case 0x1e: entry.take(16); return;
    case 0x0d:
    case 0x0f:
    case 0x15:
    case 0x1a:
    case 0x22:
    case 0x23: entry.leb(); return;
    case 0x08: entry.string(); return;
    case 0x03: entry.take(entry.read<std::uint16_t>()); return;
    case 0x04: entry.take(entry.read<std::uint32_t>()); return;
    case 0x09:
    case 0x18: entry.take(entry.leb()); return;
    case 0x0a: entry.take(entry.read<std::uint8_t>()); return;
    case 0x19:
    case 0x21: return;
    default: fail("a form that this does not move: " + std::to_string(attribute.form));
  }
}

inline void move_info(Bytes& info, Bytes& abbreviations, const Distances& by) {
  std::map<std::uint32_t, Abbreviations> tables;
  for (Cursor all{info, 0, info.size()}; all.at < all.end;) {
    Cursor unit = all.unit();
    const auto version = unit.read<std::uint16_t>();
    const unsigned type = version >= 5 ? unit.read<std::uint8_t>() : 1;
    if (version >= 5) unit.take(1);
    const auto offset = unit.read<std::uint32_t>();
    if (version < 5) unit.take(1);
    if (type == 2 || type == 6) unit.take(12);
    if (type == 4 || type == 5) unit.take(8);
    auto table = tables.find(offset);
    if (table == tables.end())
      table = tables.emplace(offset, read_abbreviations(abbreviations, offset)).first;
    while (unit.at < unit.end) {
      const auto code = unit.leb();
      if (code == 0) continue;
      const auto found = table->second.find(code);
      if (found == table->second.end()) fail("an entry without an abbreviation");
      for (const auto& attribute : found->second) move_attribute(unit, attribute, version, by);
    }
  }
}

inline void move_lines(Bytes& lines, const Distances& by) {
  for (Cursor all{lines, 0, lines.size()}; all.at < all.end;) {
    Cursor unit = all.unit();
    const auto version = unit.read<std::uint16_t>();
    if (version >= 5) unit.take(2);
    const auto header = unit.read<std::uint32_t>();
    const std::size_t program = unit.at + header;
    unit.take(version >= 4 ? 5 : 4);
    const auto first_special = unit.read<std::uint8_t>();
    const unsigned char* const operands = unit.take(first_special - 1u);
    for (unit.at = program; unit.at < unit.end;) {
      const auto operation = unit.read<std::uint8_t>();
      if (operation == 0) {
        const auto size = unit.leb();
        Cursor inside{unit.bytes, unit.at, unit.end};
        if (inside.read<std::uint8_t>() == 2) inside.move<std::uint64_t>(by.address);  // set_address
        unit.take(size);
      } else if (operation == 9) {
        unit.take(2);  // fixed_advance_pc
      } else if (operation < first_special) {
        for (int left = operands[operation - 1]; left > 0; --left) unit.leb();
      }
    }
  }
}

inline void move_lists(Bytes& lists, const Distances& by) {
  for (Cursor all{lists, 0, lists.size()}; all.at < all.end;) {
    Cursor unit = all.unit();
    unit.take(4);
    unit.take(4ul * unit.read<std::uint32_t>());
    while (unit.at < unit.end) {
      switch (unit.read<std::uint8_t>()) {
        case 0: break;
        case 4: unit.leb(), unit.leb(); break;  // against the base, which has moved
        case 5: unit.move<std::uint64_t>(by.address); break;
        case 6: unit.move<std::uint64_t>(by.address), unit.move<std::uint64_t>(by.address); break;
        case 7: unit.move<std::uint64_t>(by.address), unit.leb(); break;
        default: fail("a range list that this does not move");
      }
    }
  }
}

// Of DWARF 2 to 4. Pairs stand against their unit's base, which has moved, or against one that stands among
// them.
inline void move_ranges(Bytes& ranges, const Distances& by) {
  for (Cursor cursor{ranges, 0, ranges.size()}; cursor.end - cursor.at >= 16;)
    cursor.move<std::uint64_t>(cursor.read<std::uint64_t>() == ~std::uint64_t{0} ? by.address : 0);
}

inline void move_aranges(Bytes& aranges, const Distances& by) {
  for (Cursor all{aranges, 0, aranges.size()}; all.at < all.end;) {
    const std::size_t begin = all.at;
    Cursor unit = all.unit();
    unit.take(2);
    unit.move<std::uint32_t>(by.info);
    for (unit.at = begin + 16; unit.end - unit.at >= 16;) {
      Cursor look = unit;
      const bool last = look.read<std::uint64_t>() == 0 && look.read<std::uint64_t>() == 0;
      unit.move<std::uint64_t>(last ? 0 : by.address);
      unit.take(8);
    }
  }
}

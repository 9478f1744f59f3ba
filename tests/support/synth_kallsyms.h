// The list of symbols that a kernel carries, put together as scripts/kallsyms.c of each time did: in every
// order, width and byte order, with some junk before and behind.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ground/base/bytes.h"
#include "support/assembler.h"

namespace symkit::test {

struct SynthKallsyms {
  enum class Order {
    Addresses,  // before 4.6: whole addresses first, numbers as wide
    Relative,   // 4.20 to 6.1: offsets and a base first
    Sequences,  // 6.2, 6.3: the same, and sequences behind the markers
    Late,       // since 6.4: offsets behind the tokens
  };
  Order order = Order::Late;
  Endian endian = Endian::Little;
  unsigned address_size = 8;
  bool absolute_percpu = false;
  std::uint64_t base = 0xffffffff81000000;
  bool base_is_filled = true;  // false: relocations do it when the kernel runs

  struct Symbol {
    std::uint64_t address = 0;
    char type = 't';
    std::string name;
  };
  std::vector<Symbol> symbols;  // by address

  Buffer bytes() const {
    Assembler out(endian, address_size);
    out.bytes(junk(4096));
    align(out);
    if (order == Order::Addresses) {
      for (const Symbol& symbol : symbols) out.address(symbol.address);
    } else if (order != Order::Late) {
      offsets(out);
    }
    align(out);
    number(out, symbols.size());
    align(out);
    std::vector<std::size_t> markers;
    const std::size_t begin = out.size();
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (i % 256 == 0) markers.push_back(out.size() - begin);
      const Buffer packed = pack(symbols[i]);
      if (packed.size() < 128) {
        out.u8(static_cast<std::uint8_t>(packed.size()));
      } else {
        out.u8(static_cast<std::uint8_t>(0x80 | (packed.size() & 0x7f)));
        out.u8(static_cast<std::uint8_t>(packed.size() >> 7));
      }
      out.bytes(packed);
    }
    align(out);
    for (const std::size_t marker : markers) number(out, marker);
    align(out);
    if (order == Order::Sequences) sequences(out);
    tokens(out);
    if (order == Order::Late) {
      offsets(out);
      sequences(out);
    }
    out.bytes(junk(3000));
    return out.finish();
  }

 private:
  static Buffer junk(std::size_t size) {
    Buffer junk;
    std::uint32_t state = 12345;
    while (junk.size() < size) {
      state = state * 1664525 + 1013904223;
      junk.push_back(static_cast<std::uint8_t>(state >> 24));
    }
    return junk;
  }
  void align(Assembler& out) const {
    while (out.size() % address_size != 0) out.u8(0);
  }
  void number(Assembler& out, std::size_t value) const {
    if (order == Order::Addresses) {
      out.address(value);
    } else {
      out.u32(static_cast<std::uint32_t>(value));
    }
  }
  void offsets(Assembler& out) const {
    align(out);
    for (const Symbol& symbol : symbols) {
      const std::uint64_t offset = symbol.address < base ? symbol.address
                                   : absolute_percpu     ? base - 1 - symbol.address
                                                         : symbol.address - base;
      out.u32(static_cast<std::uint32_t>(offset));
    }
    align(out);
    out.address(base_is_filled ? base : 0);
  }
  void sequences(Assembler& out) const {
    align(out);
    for (std::size_t i = 0; i < symbols.size(); ++i)
      out.u8(static_cast<std::uint8_t>(i >> 16))
          .u8(static_cast<std::uint8_t>(i >> 8))
          .u8(static_cast<std::uint8_t>(i));
    align(out);
  }
  // Every character stands for itself; some of the others for pieces of names.
  static std::string token(std::size_t code) {
    static const std::map<std::size_t, std::string> pieces = {
        {0, "tdo_"}, {1, "_init"}, {7, "Tsys_"}, {128, "_read"}, {200, "function_"}, {255, "end"}};
    if (const auto piece = pieces.find(code); piece != pieces.end()) return piece->second;
    return code > 32 && code < 127 ? std::string(1, static_cast<char>(code)) : "x" + std::to_string(code);
  }
  struct Piece {
    std::size_t code = 0;
    std::string text;
  };
  // Those of more than one character, by their first.
  static const std::vector<Piece>& pieces_with(char first) {
    static const std::array<std::vector<Piece>, 256> by_first = [] {
      std::array<std::vector<Piece>, 256> made;
      for (std::size_t code = 0; code < 256; ++code)
        if (const std::string text = token(code); text.size() > 1)
          made[static_cast<unsigned char>(text.front())].push_back({code, text});
      return made;
    }();
    return by_first[static_cast<unsigned char>(first)];
  }
  static Buffer pack(const Symbol& symbol) {
    const std::string text = symbol.type + symbol.name;
    Buffer packed;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t best = static_cast<unsigned char>(text[at]), size = 1;
      for (const Piece& piece : pieces_with(text[at]))
        if (piece.text.size() > size && text.compare(at, piece.text.size(), piece.text) == 0)
          best = piece.code, size = piece.text.size();
      packed.push_back(static_cast<std::uint8_t>(best));
      at += size;
    }
    return packed;
  }
  void tokens(Assembler& out) const {
    std::vector<std::uint16_t> index;
    const std::size_t begin = out.size();
    for (std::size_t code = 0; code < 256; ++code) {
      index.push_back(static_cast<std::uint16_t>(out.size() - begin));
      out.text(token(code)).u8(0);
    }
    align(out);
    for (const std::uint16_t offset : index) out.u16(offset);
    align(out);
  }
};

}  // namespace symkit::test

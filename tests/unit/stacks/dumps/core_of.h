// Core files made for tests.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::dumps {

// Of a 64-bit little-endian processor.
class CoreOf {
 public:
  explicit CoreOf(std::uint16_t machine = 62) : machine_(machine) {}

  void note(std::uint32_t type, std::string_view content, std::string_view name = "CORE") {
    put(notes_, static_cast<std::uint32_t>(name.size() + 1));
    put(notes_, static_cast<std::uint32_t>(content.size()));
    put(notes_, type);
    add_padded(std::string(name) + '\0');
    add_padded(std::string(content));
  }

  // PRSTATUS of x86_64.
  void thread(std::uint32_t id, std::uint64_t rip, std::uint64_t rsp, std::uint64_t rbp,
              std::uint16_t signal = 11) {
    std::string status(336, '\0');
    std::memcpy(status.data() + 12, &signal, 2);
    std::memcpy(status.data() + 32, &id, 4);
    std::memcpy(status.data() + 112 + 4 * 8, &rbp, 8);
    std::memcpy(status.data() + 112 + 16 * 8, &rip, 8);
    std::memcpy(status.data() + 112 + 19 * 8, &rsp, 8);
    note(1, status);
  }

  void files(const std::vector<std::pair<std::string, std::pair<std::uint64_t, std::uint64_t>>>& mapped) {
    std::string content;
    put(content, std::uint64_t{mapped.size()});
    put(content, std::uint64_t{4096});
    std::string names;
    for (const auto& [name, range] : mapped) {
      put(content, range.first);
      put(content, range.second);
      put(content, std::uint64_t{0});
      names += name + '\0';
    }
    note(0x46494c45, content + names);
  }

  // `bytes`: what was dumped of `size`.
  void memory(std::uint64_t address, std::string bytes, std::uint64_t size, std::uint32_t flags = 6) {
    pieces_.push_back({address, std::move(bytes), size, flags});
  }

  std::string bytes() const {
    const std::uint64_t count = pieces_.size() + 1;
    std::string file(
        "\x7f"
        "ELF\2\1\1",
        7);
    file.resize(16);
    put(file, std::uint16_t{4});
    put(file, machine_);
    put(file, std::uint32_t{1});
    put(file, std::uint64_t{0});
    put(file, std::uint64_t{64});
    put(file, std::uint64_t{0});
    put(file, std::uint32_t{0});
    put(file, std::uint16_t{64});
    put(file, std::uint16_t{56});
    put(file, static_cast<std::uint16_t>(count));
    file.resize(64);
    std::uint64_t offset = 64 + count * 56;
    add_header(file, 4, 0, offset, 0, notes_.size(), 0);
    offset += notes_.size();
    for (const Piece& piece : pieces_) {
      add_header(file, 1, piece.flags, offset, piece.address, piece.bytes.size(), piece.size);
      offset += piece.bytes.size();
    }
    file += notes_;
    for (const Piece& piece : pieces_) file += piece.bytes;
    return file;
  }

  template <class Number>
  static void put(std::string& out, Number number) {
    out.append(reinterpret_cast<const char*>(&number), sizeof number);
  }

 private:
  struct Piece {
    std::uint64_t address;
    std::string bytes;
    std::uint64_t size;
    std::uint32_t flags;
  };

  void add_padded(std::string text) {
    text.resize((text.size() + 3) / 4 * 4);
    notes_ += text;
  }
  static void add_header(std::string& file, std::uint32_t type, std::uint32_t flags, std::uint64_t offset,
                         std::uint64_t address, std::uint64_t in_file, std::uint64_t in_memory) {
    put(file, type);
    put(file, flags);
    for (const std::uint64_t number :
         {offset, address, std::uint64_t{0}, in_file, in_memory, std::uint64_t{4096}})
      put(file, number);
  }

  std::uint16_t machine_;
  std::string notes_;
  std::vector<Piece> pieces_;
};

}  // namespace symkit::dumps

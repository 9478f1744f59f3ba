// Minidumps put together by hand, stream by stream.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/assembler.h"

namespace symkit::test {

class SynthMinidump {
 public:
  struct Place {
    std::uint32_t size;
    std::uint32_t begin;
  };

  static constexpr std::uint16_t x86 = 0, arm = 5, amd64 = 9, arm64 = 12;
  static constexpr std::uint32_t windows = 2, macos = 0x8101, linux = 0x8201;
  static constexpr std::uint32_t threads = 3, modules = 4, memory = 5, exception = 6, memory64 = 9;

  SynthMinidump(std::uint16_t processor, std::uint32_t platform) {
    Assembler system;
    system.u16(processor).zeros(18).u32(platform).zeros(32);
    stream(7, system.finish());
  }
  SynthMinidump() = default;

  void stream(std::uint32_t type, const Buffer& content) { stream_at(type, put(content)); }
  void stream_at(std::uint32_t type, Place place) { streams_.push_back({type, place}); }
  void stream(std::uint32_t type, std::string_view content) { stream(type, as_buffer(content)); }

  Place put(const Buffer& content) {
    const auto begin = static_cast<std::uint32_t>(header_size + data_.size());
    data_.bytes(content);
    return {static_cast<std::uint32_t>(content.size()), begin};
  }
  // ASCII.
  std::uint32_t text(std::string_view text) {
    Assembler made;
    made.u32(text.size() * 2);
    for (const char c : text) made.u16(static_cast<std::uint8_t>(c));
    return put(made.u16(0).finish()).begin;
  }

  void thread(std::uint32_t id, Place context, std::uint64_t stack, Place memory = {}) {
    thread_rows_.u32(id).zeros(20).u64(stack).u32(memory.size).u32(memory.begin);
    thread_rows_.u32(context.size).u32(context.begin);
    ++thread_count_;
  }
  void module(std::string_view path, std::uint64_t begin, std::uint32_t size, Place identity = {}) {
    module_rows_.u64(begin).u32(size).u32(0).u32(0x5cf2591c).u32(text(path));
    module_rows_.u32(0xfeef04bd).u32(0).u32(0x0002'0003).u32(0x0004'0005).zeros(36);
    module_rows_.u32(identity.size).u32(identity.begin).zeros(24);
    ++module_count_;
  }
  void memory_piece(std::uint64_t begin, const Buffer& content) {
    const Place place = put(content);
    memory_rows_.u64(begin).u32(place.size).u32(place.begin);
    ++memory_count_;
  }
  void raise(std::uint32_t thread, std::uint32_t code, std::uint32_t flags, std::uint64_t address,
             Place context, std::initializer_list<std::uint64_t> information = {}) {
    Assembler made;
    made.u32(thread).u32(0).u32(code).u32(flags).u64(0).u64(address).u32(information.size()).u32(0);
    for (const std::uint64_t one : information) made.u64(one);
    made.zeros((15 - information.size()) * 8).u32(context.size).u32(context.begin);
    stream(exception, made.finish());
  }

  // A GUID and an age, or a build id.
  Place pdb(std::string_view guid, std::uint32_t age, std::string_view name) {
    return put(Assembler().text("RSDS").fixed_text(guid, 16).u32(age).cstring(name).finish());
  }
  Place build_id(std::string_view id) { return put(Assembler().u32(0x4270454c).text(id).finish()); }

  Place amd64_context(std::uint64_t rip, std::uint64_t rsp, std::uint64_t rbp) {
    Assembler made;
    made.zeros(48).u32(0x10'000f).zeros(68).u64(0xa).u64(0xc).u64(0xd).u64(0xb).u64(rsp).u64(rbp);
    made.u64(6).u64(7);
    for (std::uint64_t number = 8; number < 16; ++number) made.u64(number);
    return put(made.u64(rip).zeros(1232 - 256).finish());
  }
  Place x86_context(std::uint32_t eip, std::uint32_t esp, std::uint32_t ebp) {
    Assembler made;
    made.u32(0x1'003f).zeros(152).u32(0xd1).u32(0x51).u32(0xb).u32(0xd).u32(0xc).u32(0xa);
    return put(made.u32(ebp).u32(eip).u32(0).u32(0).u32(esp).zeros(716 - 200).finish());
  }
  // `is_old`: as Breakpad once wrote it.
  Place arm64_context(std::uint64_t pc, std::uint64_t sp, std::uint64_t fp, std::uint64_t lr, bool is_old) {
    Assembler made;
    if (is_old) made.u64(0x8000'0006);
    if (!is_old) made.u32(0x40'0007).u32(0);
    for (std::uint64_t number = 0; number < 29; ++number) made.u64(number);
    return put(made.u64(fp).u64(lr).u64(sp).u64(pc).zeros((is_old ? 796 : 912) - 272).finish());
  }
  Place arm_context(std::uint32_t pc, std::uint32_t sp, std::uint32_t lr) {
    Assembler made;
    made.u32(0x4000'0006);
    for (std::uint32_t number = 0; number < 13; ++number) made.u32(number);
    return put(made.u32(sp).u32(lr).u32(pc).zeros(368 - 68).finish());
  }

  // `padding`: between a list's count and its rows.
  Buffer finish(std::size_t padding = 0) {
    const auto list = [&](std::uint32_t type, std::uint32_t count, Assembler& rows) {
      if (count != 0) stream(type, Assembler().u32(count).zeros(padding).bytes(rows.finish()).finish());
    };
    list(threads, thread_count_, thread_rows_);
    list(modules, module_count_, module_rows_);
    list(memory, memory_count_, memory_rows_);
    Assembler made;
    made.text("MDMP").u32(0xa793).u32(streams_.size()).u32(header_size + data_.size()).zeros(16);
    made.bytes(data_.finish());
    for (const auto& [type, place] : streams_) made.u32(type).u32(place.size).u32(place.begin);
    return made.finish();
  }

  static Buffer as_buffer(std::string_view text) { return {text.begin(), text.end()}; }

 private:
  static constexpr std::size_t header_size = 32;

  Assembler data_, thread_rows_, module_rows_, memory_rows_;
  std::uint32_t thread_count_ = 0, module_count_ = 0, memory_count_ = 0;
  std::vector<std::pair<std::uint32_t, Place>> streams_;
};

}  // namespace symkit::test

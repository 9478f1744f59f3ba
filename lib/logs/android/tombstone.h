// Reads a tombstone in the protobuf form that Android 12 and later write (tombstone_NN.pb, the trace from
// ApplicationExitInfo). docs/log-formats.md describes the fields. Views are of the bytes that were read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "logs/crashlog/frame.h"

namespace symkit::android {

struct Backtrace {
  std::uint64_t relative_pc = 0;  // as an address in the file
  std::string_view function;
  std::uint64_t function_offset = 0;
  std::string_view file;
  std::uint64_t file_map_offset = 0;  // where the image is in an APK
  std::string_view build_id;
  std::uint32_t number = 0;  // in its stack, if known
};

struct Register {
  std::string_view name;
  std::uint64_t value = 0;
};

struct MemoryDump {
  std::string_view register_name;
  std::string_view mapping;
  std::uint64_t begin = 0;
  std::string_view memory;
  std::string_view tags;  // of ARM's memory tagging: one for each 16 bytes
};

struct TombstoneThread {
  std::int32_t id = 0;
  std::string_view name;
  std::vector<Register> registers;
  std::vector<std::string_view> notes;
  std::vector<Backtrace> backtrace;
  std::vector<MemoryDump> memory;
  std::int64_t tagged_address_control = 0;  // -1: none
  std::int64_t pointer_keys = 0;            // -1: none
};

struct Signal {
  std::int32_t number = 0;
  std::string_view name;
  std::int32_t code = 0;
  std::string_view code_name;
  bool has_sender = false;
  std::int32_t sender_uid = 0;
  std::int32_t sender_pid = 0;
  bool has_fault_address = false;
  std::uint64_t fault_address = 0;
  std::optional<MemoryDump> fault_memory;
};

struct HeapObject {
  std::uint64_t allocated_by = 0;
  std::vector<Backtrace> allocation;
  std::uint64_t deallocated_by = 0;
  std::vector<Backtrace> deallocation;
};

struct Cause {
  std::string_view readable;
  std::optional<HeapObject> heap;
};

struct CrashDetail {
  std::string_view name;
  std::string_view data;
};

struct StackRecord {
  Backtrace place;
  std::uint64_t frame_pointer = 0;
  std::uint64_t tag = 0;
};

struct MappedPiece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t offset = 0;
  bool read = false;
  bool write = false;
  bool execute = false;
  std::string_view name;
  std::string_view build_id;
  std::uint64_t load_bias = 0;
};

struct OpenFile {
  std::int32_t descriptor = 0;
  std::string_view path;
  std::string_view owner;
  std::uint64_t tag = 0;
};

struct LoggedMessage {
  std::string_view timestamp;
  std::uint32_t pid = 0;
  std::uint32_t tid = 0;
  std::uint32_t priority = 0;
  std::string_view tag;
  std::string_view message;
};

struct LogBuffer {
  std::string_view name;
  std::vector<LoggedMessage> messages;
};

struct Tombstone {
  static constexpr std::uint32_t no_guest = 5;

  std::uint32_t architecture = 0;  // with the file's numbering: architecture_of()
  std::optional<std::uint32_t> guest_architecture;
  std::string_view fingerprint;
  std::string_view revision;
  std::string_view timestamp;
  std::uint32_t pid = 0;
  std::uint32_t tid = 0;
  std::uint32_t uid = 0;
  std::vector<std::string_view> command_line;
  std::uint32_t uptime = 0;  // of the process, in seconds
  std::optional<Signal> signal;
  std::string_view abort_message;
  std::vector<CrashDetail> details;
  std::vector<Cause> causes;
  std::map<std::uint32_t, TombstoneThread> threads;
  std::map<std::uint32_t, TombstoneThread> guest_threads;
  std::vector<StackRecord> stack_records;
  std::vector<MappedPiece> mappings;
  std::vector<LogBuffer> logs;
  std::vector<OpenFile> files;
  std::uint32_t page_size = 0;  // 0: written before Android 15, without this field
  bool had_large_pages = false;
};

// Whether a file may be a tombstone, judging by its first bytes; no text begins with them.
bool looks_like_tombstone(std::string_view beginning);

// The error does not name the file.
Result<Tombstone> read_tombstone(std::string_view bytes);

// A single frame, from a tombstone that could be read.
Backtrace read_backtrace(std::string_view bytes);

Architecture architecture_of(std::uint32_t number);

// What it says of the place of a frame's code, as its text does.
crashlog::Frame frame_of(const Backtrace& backtrace, Architecture architecture);

}  // namespace symkit::android

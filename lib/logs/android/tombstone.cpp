#include "logs/android/tombstone.h"

#include <algorithm>
#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>

#include "ground/base/cursor.h"
#include "ground/base/words.h"
#include "logs/crashlog/pc_frame.h"

namespace symkit::android {
namespace {

using Reader = protozero::pbf_reader;
using Wire = protozero::pbf_wire_type;

// The value of the current field, if it has the right type; otherwise the field is skipped like an
// unknown one.
bool take(Reader& field, std::uint64_t& value) {
  if (field.wire_type() != Wire::varint) return false;
  value = field.get_uint64();
  return true;
}

template <class Number>
bool take(Reader& field, Number& value) {
  std::uint64_t number = 0;
  if (!take(field, number)) return false;
  value = static_cast<Number>(number);
  return true;
}

bool take(Reader& field, std::string_view& value) {
  if (field.wire_type() != Wire::length_delimited) return false;
  const auto view = field.get_view();
  value = {view.data(), view.size()};
  return true;
}

bool take(Reader& field, std::vector<std::string_view>& values) {
  std::string_view value;
  if (!take(field, value)) return false;
  values.push_back(value);
  return true;
}

bool read_field(Reader& field, Backtrace& frame) {
  switch (field.tag()) {
    case 1: return take(field, frame.relative_pc);
    case 4: return take(field, frame.function);
    case 5: return take(field, frame.function_offset);
    case 6: return take(field, frame.file);
    case 7: return take(field, frame.file_map_offset);
    case 8: return take(field, frame.build_id);
    default: return false;
  }
}

bool read_field(Reader& field, Register& value) {
  switch (field.tag()) {
    case 1: return take(field, value.name);
    case 2: return take(field, value.value);
    default: return false;
  }
}

// Reads the fields of a message into its struct: if a message occurs twice, its later fields count.
template <class Message>
bool take_message(Reader& field, Message& message);
template <class Message>
bool take_message(Reader& field, std::optional<Message>& message);
template <class Message>
bool take_message(Reader& field, std::vector<Message>& messages);

// ARM's memory tags are the one kind of metadata.
struct MemoryTags {
  std::string_view& tags;
};
bool read_field(Reader& field, MemoryTags& metadata) {
  return field.tag() == 1 && take(field, metadata.tags);
}

bool read_field(Reader& field, MemoryDump& dump) {
  MemoryTags metadata{dump.tags};
  switch (field.tag()) {
    case 1: return take(field, dump.register_name);
    case 2: return take(field, dump.mapping);
    case 3: return take(field, dump.begin);
    case 4: return take(field, dump.memory);
    case 6: return take_message(field, metadata);
    default: return false;
  }
}

bool read_field(Reader& field, TombstoneThread& thread) {
  switch (field.tag()) {
    case 1: return take(field, thread.id);
    case 2: return take(field, thread.name);
    case 3: return take_message(field, thread.registers);
    case 4: return take_message(field, thread.backtrace);
    case 5: return take_message(field, thread.memory);
    case 6: return take(field, thread.tagged_address_control);
    case 7: return take(field, thread.notes);
    case 8: return take(field, thread.pointer_keys);
    default: return false;
  }
}

bool read_field(Reader& field, Signal& signal) {
  switch (field.tag()) {
    case 1: return take(field, signal.number);
    case 2: return take(field, signal.name);
    case 3: return take(field, signal.code);
    case 4: return take(field, signal.code_name);
    case 5: return take(field, signal.has_sender);
    case 6: return take(field, signal.sender_uid);
    case 7: return take(field, signal.sender_pid);
    case 8: return take(field, signal.has_fault_address);
    case 9: return take(field, signal.fault_address);
    case 10: return take_message(field, signal.fault_memory);
    default: return false;
  }
}

bool read_field(Reader& field, HeapObject& heap) {
  switch (field.tag()) {
    case 3: return take(field, heap.allocated_by);
    case 4: return take_message(field, heap.allocation);
    case 5: return take(field, heap.deallocated_by);
    case 6: return take_message(field, heap.deallocation);
    default: return false;
  }
}

struct MemoryError {
  std::optional<HeapObject>& heap;
};
bool read_field(Reader& field, MemoryError& error) {
  return field.tag() == 3 && take_message(field, error.heap);
}

bool read_field(Reader& field, Cause& cause) {
  MemoryError error{cause.heap};
  switch (field.tag()) {
    case 1: return take(field, cause.readable);
    case 2: return take_message(field, error);
    default: return false;
  }
}

bool read_field(Reader& field, CrashDetail& detail) {
  switch (field.tag()) {
    case 1: return take(field, detail.name);
    case 2: return take(field, detail.data);
    default: return false;
  }
}

bool read_field(Reader& field, StackRecord& record) {
  switch (field.tag()) {
    case 1: return take_message(field, record.place);
    case 2: return take(field, record.frame_pointer);
    case 3: return take(field, record.tag);
    default: return false;
  }
}

struct StackHistory {
  std::vector<StackRecord>& records;
};
bool read_field(Reader& field, StackHistory& history) {
  return field.tag() == 2 && take_message(field, history.records);
}

bool read_field(Reader& field, MappedPiece& piece) {
  switch (field.tag()) {
    case 1: return take(field, piece.begin);
    case 2: return take(field, piece.end);
    case 3: return take(field, piece.offset);
    case 4: return take(field, piece.read);
    case 5: return take(field, piece.write);
    case 6: return take(field, piece.execute);
    case 7: return take(field, piece.name);
    case 8: return take(field, piece.build_id);
    case 9: return take(field, piece.load_bias);
    default: return false;
  }
}

bool read_field(Reader& field, OpenFile& file) {
  switch (field.tag()) {
    case 1: return take(field, file.descriptor);
    case 2: return take(field, file.path);
    case 3: return take(field, file.owner);
    case 4: return take(field, file.tag);
    default: return false;
  }
}

bool read_field(Reader& field, LoggedMessage& message) {
  switch (field.tag()) {
    case 1: return take(field, message.timestamp);
    case 2: return take(field, message.pid);
    case 3: return take(field, message.tid);
    case 4: return take(field, message.priority);
    case 5: return take(field, message.tag);
    case 6: return take(field, message.message);
    default: return false;
  }
}

bool read_field(Reader& field, LogBuffer& buffer) {
  switch (field.tag()) {
    case 1: return take(field, buffer.name);
    case 2: return take_message(field, buffer.messages);
    default: return false;
  }
}

// An entry of a map: a key and its thread. If a key occurs twice, the later entry counts.
struct ThreadEntry {
  std::uint32_t key = 0;
  TombstoneThread thread;
};
bool read_field(Reader& field, ThreadEntry& entry) {
  switch (field.tag()) {
    case 1: return take(field, entry.key);
    case 2: return take_message(field, entry.thread);
    default: return false;
  }
}
bool take_entry(Reader& field, std::map<std::uint32_t, TombstoneThread>& threads) {
  ThreadEntry entry;
  if (!take_message(field, entry)) return false;
  threads.insert_or_assign(entry.key, std::move(entry.thread));
  return true;
}

bool read_field(Reader& field, Tombstone& tombstone) {
  StackHistory history{tombstone.stack_records};
  switch (field.tag()) {
    case 1: return take(field, tombstone.architecture);
    case 2: return take(field, tombstone.fingerprint);
    case 3: return take(field, tombstone.revision);
    case 4: return take(field, tombstone.timestamp);
    case 5: return take(field, tombstone.pid);
    case 6: return take(field, tombstone.tid);
    case 7: return take(field, tombstone.uid);
    case 9: return take(field, tombstone.command_line);
    case 10: return take_message(field, tombstone.signal);
    case 14: return take(field, tombstone.abort_message);
    case 15: return take_message(field, tombstone.causes);
    case 16: return take_entry(field, tombstone.threads);
    case 17: return take_message(field, tombstone.mappings);
    case 18: return take_message(field, tombstone.logs);
    case 19: return take_message(field, tombstone.files);
    case 20: return take(field, tombstone.uptime);
    case 21: return take_message(field, tombstone.details);
    case 22: return take(field, tombstone.page_size);
    case 23: return take(field, tombstone.had_large_pages);
    case 24: return take(field, tombstone.guest_architecture.emplace());
    case 25: return take_entry(field, tombstone.guest_threads);
    case 26: return take_message(field, history);
    default: return false;
  }
}

template <class Message>
void read_message(Reader reader, Message& message) {
  while (reader.next())
    if (!read_field(reader, message)) reader.skip();
}

template <class Message>
bool take_message(Reader& field, Message& message) {
  if (field.wire_type() != Wire::length_delimited) return false;
  read_message(Reader(field.get_view()), message);
  return true;
}

template <class Message>
bool take_message(Reader& field, std::optional<Message>& message) {
  if (field.wire_type() != Wire::length_delimited) return false;
  if (!message) message.emplace();
  return take_message(field, *message);
}

template <class Message>
bool take_message(Reader& field, std::vector<Message>& messages) {
  return field.wire_type() == Wire::length_delimited && take_message(field, messages.emplace_back());
}

// Whether a text of printable ASCII may be here, preceded by its length, as far as the beginning of the
// file shows.
bool may_be_text(Cursor& at) {
  const std::uint64_t size = at.uleb();
  if (at.failed()) return true;  // cut off within the length
  const std::string_view text = as_text(at.bytes(std::min<std::uint64_t>(size, at.remaining())));
  return size != 0 && std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

// Fields come in the order of their numbers: the processor (omitted for 32-bit ARM), and the fingerprint
// of the system's build.
bool looks_like_tombstone(std::string_view beginning) {
  constexpr std::uint8_t architecture_tag = 0x08, fingerprint_tag = 0x12, last_tag = 0x60;
  Cursor at(as_bytes(beginning), Endian::Little);
  std::uint8_t tag = at.u8();
  const bool has_architecture = tag == architecture_tag;
  if (has_architecture) {
    if (at.u8() > Tombstone::no_guest || at.failed()) return false;
    if (at.at_end()) return true;
    tag = at.u8();
  }
  if (tag == fingerprint_tag) return !at.failed() && may_be_text(at);
  return has_architecture && tag > fingerprint_tag && tag < last_tag;
}

Result<Tombstone> read_tombstone(std::string_view bytes) {
  Tombstone tombstone;
  Reader reader(bytes.data(), bytes.size());
  std::size_t at = 0;  // where the current field begins
  try {
    for (; reader.next(); at = bytes.size() - reader.length())
      if (!read_field(reader, tombstone)) reader.skip();
  } catch (const protozero::exception&) {
    return fail(say("is a truncated or broken tombstone (protobuf), in the field at byte ", at));
  }
  if (tombstone.threads.empty())
    return fail("looks like a tombstone (protobuf), but has no thread; it may be truncated");
  return tombstone;
}

Backtrace read_backtrace(std::string_view bytes) {
  Backtrace frame;
  read_message(Reader(bytes.data(), bytes.size()), frame);
  return frame;
}

Architecture architecture_of(std::uint32_t number) {
  switch (number) {
    case 0: return Architecture::Armv7;
    case 1: return Architecture::Arm64;
    case 2: return Architecture::X86;
    case 3: return Architecture::X86_64;
    case 4: return Architecture::RiscV64;
    default: return Architecture::Unknown;
  }
}

crashlog::Frame frame_of(const Backtrace& backtrace, Architecture architecture) {
  crashlog::Frame frame;
  frame.number = backtrace.number;
  frame.file_address = backtrace.relative_pc;
  frame.address_of = AddressOf::Call;
  frame.symbol = backtrace.function;
  crashlog::take_android_path(backtrace.file, frame);
  frame.image.architecture = architecture;
  if (backtrace.file_map_offset != 0) frame.image.archive_offset = backtrace.file_map_offset;
  if (!backtrace.build_id.empty()) crashlog::take_build_id(backtrace.build_id, frame);
  return frame;
}

}  // namespace symkit::android

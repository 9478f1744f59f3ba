#include "logs/android/tombstone_text.h"

#include "logs/android/tombstone_writer.h"

namespace symkit::android {
namespace {

constexpr std::string_view stars = "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***";
constexpr std::string_view dashes = "--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---";
constexpr std::int32_t segmentation_fault = 11;
constexpr std::int32_t late_tag_fault = 8, tag_fault = 9;  // SEGV_MTEAERR, SEGV_MTESERR

std::string_view abi_of(std::uint32_t architecture) {
  switch (architecture) {
    case 0: return "arm";
    case 1: return "arm64";
    case 2: return "x86";
    case 3: return "x86_64";
    case 4: return "riscv64";
    default: return "<unknown>";
  }
}

bool has_guest(const Tombstone& tombstone) {
  if (tombstone.guest_architecture) return *tombstone.guest_architecture != Tombstone::no_guest;
  return !tombstone.guest_threads.empty();  // 32-bit ARM, whose number is omitted
}

void write_beginning(TombstoneWriter& writer) {
  const Tombstone& tombstone = writer.tombstone();
  writer.line(stars);
  writer.line("Build fingerprint: '", tombstone.fingerprint, "'");
  writer.line("Revision: '", tombstone.revision, "'");
  writer.line("ABI: '", abi_of(tombstone.architecture), "'");
  if (has_guest(tombstone))
    writer.line("Guest architecture: '", abi_of(tombstone.guest_architecture.value_or(0)), "'");
  writer.line("Timestamp: ", tombstone.timestamp);
  writer.line("Process uptime: ", static_cast<std::int32_t>(tombstone.uptime), "s");
  constexpr std::uint32_t usual_page = 4096;
  if (tombstone.page_size != usual_page && tombstone.page_size != 0) {
    writer.line("Page size: ", static_cast<std::int32_t>(tombstone.page_size), " bytes");
  } else if (tombstone.had_large_pages) {
    writer.line("Has been in 16kb mode: yes");
  }
}

void write_signal(TombstoneWriter& writer, const Signal& signal) {
  std::string& out = writer.out();
  out += say("signal ", signal.number, " (", signal.name, "), code ", signal.code, " (", signal.code_name);
  if (signal.has_sender) out += say(" from pid ", signal.sender_pid, ", uid ", signal.sender_uid);
  out += "), fault addr ";
  if (signal.has_fault_address) {
    out += "0x";
    writer.pointer(signal.fault_address);
  } else {
    out += "--------";
  }
  writer.line();
}

// Writes bytes that are not printable ASCII as octal numbers.
std::string in_letters(std::string_view data) {
  std::string text;
  for (const char c : data) {
    if (c >= ' ' && c <= '~') {
      text += c;
    } else {
      append_number(text += '\\', static_cast<unsigned>(static_cast<std::uint8_t>(c)), 8);
    }
  }
  return text;
}

void write_reasons(TombstoneWriter& writer) {
  const Tombstone& tombstone = writer.tombstone();
  if (tombstone.signal) {
    write_signal(writer, *tombstone.signal);
  } else {
    writer.line("signal information missing");
  }
  if (tombstone.causes.size() == 1) writer.line("Cause: ", tombstone.causes.front().readable);
  if (!tombstone.abort_message.empty()) writer.line("Abort message: '", tombstone.abort_message, "'");
  for (const CrashDetail& detail : tombstone.details)
    writer.line("Extra crash detail: ", in_letters(detail.name), ": '", in_letters(detail.data), "'");
}

void write_heap(TombstoneWriter& writer, const HeapObject& heap) {
  if (!heap.deallocation.empty()) {
    writer.line();
    writer.line("deallocated by thread ", heap.deallocated_by, ":");
    write_frames(writer, heap.deallocation);
  }
  if (!heap.allocation.empty()) {
    writer.line();
    writer.line("allocated by thread ", heap.allocated_by, ":");
    write_frames(writer, heap.allocation);
  }
}

void write_causes(TombstoneWriter& writer) {
  const Tombstone& tombstone = writer.tombstone();
  const bool are_several = tombstone.causes.size() > 1;
  if (are_several) {
    writer.line();
    writer.line("Note: multiple potential causes for this crash were detected, listing them in decreasing ",
                "order of likelihood.");
  }
  for (const StackRecord& record : tombstone.stack_records) {
    writer.out() += say("stack_record fp:", hex(record.frame_pointer), " tag:", hex(record.tag),
                        " pc:", record.place.file, "+", hex(record.place.relative_pc));
    writer.build_id(record.place.build_id);
    writer.line();
  }
  for (const Cause& cause : tombstone.causes) {
    if (are_several) {
      writer.line();
      writer.line("Cause: ", cause.readable);
    }
    if (cause.heap) write_heap(writer, *cause.heap);
  }
}

bool has_code(const Tombstone& tombstone, std::int32_t code) {
  return tombstone.signal && tombstone.signal->number == segmentation_fault && tombstone.signal->code == code;
}

void write_main_thread(TombstoneWriter& writer, const TombstoneThread& thread) {
  const Tombstone& tombstone = writer.tombstone();
  write_header(writer, thread);
  write_reasons(writer);
  write_registers(writer, thread);
  const bool is_late = has_code(tombstone, late_tag_fault);
  if (is_late) {
    writer.line("Note: This crash is a delayed async MTE crash. Memory corruption has occurred");
    writer.line("      in this process. The stack trace below is the first system call or context");
    writer.line("      switch that was executed after the memory corruption happened.");
  }
  write_backtrace(writer, thread);
  write_causes(writer);
  write_tags(writer);
  if (is_late || has_code(tombstone, tag_fault)) {
    writer.line();
    writer.line("Learn more about MTE reports: ",
                "https://source.android.com/docs/security/test/memory-safety/mte-reports");
  }
  write_memory(writer, thread);
  writer.line();
  write_mappings(writer);
}

void write_message(TombstoneWriter& writer, const LoggedMessage& message) {
  constexpr std::string_view priorities = "!.VDIWEFS";
  std::string& out = writer.out();
  append_number((out += message.timestamp) += ' ', message.pid, 10, 5);
  append_number(out += ' ', message.tid, 10, 5);
  out += ' ';
  out += message.priority < priorities.size() ? priorities[message.priority] : '?';
  append_word(out += ' ', message.tag, 8);
  writer.line(": ", message.message);
}

// The last lines of the log follow the first thread, the complete log comes at the end.
constexpr std::size_t whole_log = 0, tail_of_log = 50;

void write_logs(TombstoneWriter& writer, std::size_t most) {
  for (const LogBuffer& buffer : writer.tombstone().logs) {
    writer.line("--------- ", most == whole_log ? "log " : "tail end of log ", buffer.name);
    const std::size_t count = buffer.messages.size();
    for (std::size_t i = most == whole_log || count < most ? 0 : count - most; i < count; ++i)
      write_message(writer, buffer.messages[i]);
  }
}

void write_guest(TombstoneWriter& writer, std::uint32_t id) {
  const auto& guests = writer.tombstone().guest_threads;
  const auto guest = guests.find(id);
  if (guest == guests.end()) return;
  writer.line(dashes);
  writer.line("Guest thread information for tid: ", static_cast<std::int32_t>(id));
  write_registers(writer, guest->second);
  writer.line();
  writer.line(guest->second.backtrace.size(), " total frames");
  writer.line("backtrace:");
  write_frames(writer, guest->second.backtrace);
  write_memory(writer, guest->second);
}

void write_files(TombstoneWriter& writer) {
  const auto& files = writer.tombstone().files;
  if (files.empty()) return;
  writer.line();
  writer.line("open files:");
  for (const OpenFile& file : files) {
    const std::string owner =
        file.owner.empty() ? "unowned" : say("owned by ", file.owner, " ", hex(file.tag));
    writer.line("    fd ", file.descriptor, ": ", file.path, " (", owner, ")");
  }
}

}  // namespace

std::string text_of(const Tombstone& tombstone) {
  TombstoneWriter writer(tombstone);
  write_beginning(writer);
  const auto main_thread = tombstone.threads.find(tombstone.tid);
  if (main_thread == tombstone.threads.end()) {
    writer.line("failed to find entry for main thread in tombstone");
  } else {
    write_main_thread(writer, main_thread->second);
  }
  write_logs(writer, tail_of_log);
  write_guest(writer, tombstone.tid);
  for (const auto& [id, thread] : tombstone.threads) {
    if (id == tombstone.tid) continue;
    writer.line(dashes);
    write_header(writer, thread);
    write_registers(writer, thread);
    write_backtrace(writer, thread);
    write_memory(writer, thread);
    write_guest(writer, id);
  }
  write_files(writer);
  write_logs(writer, whole_log);
  return std::move(writer.out());
}

}  // namespace symkit::android

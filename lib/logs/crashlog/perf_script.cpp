// The stacks of `perf script`, the input of flame graphs:
//   ffffffff91a14c36 do_exit+0x56 ([kernel.kallsyms])
//       7f3a2c4019db [unknown] (/usr/lib/kiosk/libkiosk.so)
// Name and offset are looked up if perf knew them; an address if --show-mmap-events shows what was mapped
// there. Since Linux 5.1 perf prints the file offset instead of the address:
//               11b1 [unknown] (/usr/lib/kiosk/kiosk)
// The first frame, and the first below the kernel's, are the sampled ones; the others are return
// addresses.

#include "ground/base/one_of.h"
#include "logs/crashlog/file_pieces.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/memory_mappings.h"
#include "logs/crashlog/perf_symbol.h"

namespace symkit::crashlog {
namespace {

class PerfScript : public Format {
 public:
  Marks marks() const override { return {"+0x", "[unknown] (", " (/", "PERF_RECORD_MMAP"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (!line.contains('(')) return Found::Nothing;
    if (read_mapping(line, report)) return Found::Context;
    if (!read_frame(line, start, frame)) return Found::Nothing;
    complete(report, frame);
    return Found::Frame;
  }

 private:
  // "kiosk 4711 [001] 12.5: PERF_RECORD_MMAP2 4711/4711: [0x7f3a2c400000(0x3000) @ 0 fd:00 12 0]: r-xp
  // /usr/…"
  bool read_mapping(std::string_view line, Report& report) {
    const std::size_t mark = line.find("PERF_RECORD_MMAP");
    if (mark == std::string_view::npos) return false;
    Scanner at(line, mark);
    if (!at.until('[') || !at.literal('[')) return false;
    const auto begin = at.prefixed_hex();
    if (!begin || !at.literal('(')) return false;
    const auto size = at.prefixed_hex();
    if (!size || !at.literal(") @ ")) return false;
    const auto offset = line.substr(at.position()).starts_with("0x") ? at.prefixed_hex() : at.hex();
    const auto rest = at.until("]: ");
    if (!offset || !rest || !at.literal("]: ")) return false;
    at.word();
    at.blanks();
    if (!begin->fits || !size->fits || !offset->fits) {
      report.note_problem(address_too_large);
      return true;
    }
    ImageId id;
    if (const std::size_t open = rest->find('<'); open != std::string_view::npos)
      id = ImageId::parse(rest->substr(open + 1, rest->find('>', open) - open - 1)).value_or(ImageId{});
    mappings_.add({begin->value, begin->value + size->value, offset->value, trimmed(at.rest()), id}, report);
    pieces_.add(trimmed(at.rest()),
                {.begin = begin->value, .size = size->value, .offset = offset->value, .id = id});
    return true;
  }

  bool read_frame(std::string_view line, std::size_t start, Frame& frame) {
    Scanner at(line, start);
    if (at.blanks() == 0) return false;
    const std::size_t from = at.position();
    const auto address = at.hex();
    frame.address_text = at.since(from);
    if (!address || address->digits < 4 || at.blanks() == 0) return false;
    if (first_of<"0123456789">(frame.address_text) == std::string_view::npos) return false;
    frame.replaced = {from + frame.address_text.size(), line.size()};
    const std::string_view text = trimmed(at.rest());
    const std::string_view group = last_group(text);
    if (group.size() < 3 || group == "(inlined)") return false;
    const std::string_view symbol = trimmed(text.substr(0, text.size() - group.size()));
    if (symbol.empty() || symbol.size() + group.size() == text.size()) return false;
    names_address_ = symbol.starts_with("0x");
    const auto offset = read_perf_symbol(symbol, frame);
    frame.runtime_address = usable(*address, frame);
    return take_image(group.substr(1, group.size() - 2), offset, frame);
  }

  // "[kernel.kallsyms]", "[ext4]", "/usr/lib/libkiosk.so", "[vdso]", "[unknown]"
  static bool take_image(std::string_view dso, bool has_offset, Frame& frame) {
    if (take_perf_kernel(dso, frame)) return true;
    if (dso.starts_with('/') || dso.starts_with('[')) {
      dso = take_perf_file_offset(dso, frame);
      take_mapped_path(dso, frame);
      // Files are smaller than this, and addresses of libraries and position-independent programs are
      // greater.
      frame.may_be_file_offset = frame.runtime_address && *frame.runtime_address >> 32 == 0;
      frame.unmoved_if_fixed = frame.may_be_file_offset;
    } else {
      return has_offset && !dso.contains(' ') && (take_path(dso, frame), true);
    }
    return true;
  }

  // bpftrace only searches the program's symbols; perf itself knows what was mapped there, or nothing
  // was.
  bool take_unknown(Report& report, Frame& frame) const {
    if (frame.symbol_offset || !names_address_) return false;
    frame.image = {};
    frame.problem = {};
    frame.may_be_file_offset = false;
    report.take_holder(frame);
    return true;
  }

  void complete(Report& report, Frame& frame) {
    frame.stands_alone = true;
    frame.address_of = AddressOf::Stack;
    frame.may_have_stepped_back = true;  // not if it followed frame pointers
    const bool kernel = frame.runtime_address && is_of_kernel(*frame.runtime_address);
    if (std::exchange(in_kernel_, kernel) && !kernel) frame.address_of = AddressOf::Instruction;
    if (kernel) {
      if (!frame.symbol_offset) take_kernel_symbol(report.kernel(), frame);
      return;
    }
    if (frame.image.name == "[unknown]" && take_unknown(report, frame)) return;
    if (!frame.runtime_address) return;
    const FilePiece* piece =
        frame.may_be_file_offset ? pieces_.holding(frame.image.path, *frame.runtime_address) : nullptr;
    const ListedImage* image = report.image_holding(*frame.runtime_address);
    if (image != nullptr && image->name != frame.image.name) image = nullptr;
    if (piece != nullptr && image != nullptr) return;  // an address or a file offset
    if (piece != nullptr) take_piece(*piece, frame);
    if (image != nullptr) Report::fill_in(*image, frame);
  }

  static void take_piece(const FilePiece& piece, Frame& frame) {
    frame.image.id = piece.id;
    frame.file_offset = frame.runtime_address;
    frame.runtime_address = piece.begin + (*frame.file_offset - piece.offset);
    frame.memory = MappedMemory{piece.begin, piece.size};
    frame.may_be_file_offset = false;
  }

  MemoryMappings mappings_;
  FilePieces pieces_;
  bool in_kernel_ = false;
  bool names_address_ = false;  // the current frame has its address in place of a name
};

}  // namespace

std::unique_ptr<Format> perf_script() { return std::make_unique<PerfScript>(); }

}  // namespace symkit::crashlog

// HarmonyOS's crash reports: a tombstone with symbol and build id directly after the path.
//   #00 pc 00000000001843f0 /system/lib/ld-musl-aarch64.so.1(epoll_wait+80)(6c643df40fcfff22745e25b37e2ca85b)
//   #01 pc 000000000000a1b0 /data/storage/el1/bundle/libs/arm64/libentry.so(6c643df40fcfff22745e25b37e2ca85b)
// Addresses are those of the file, and are within the call already. The build id is the last group.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/pc_frame.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t shortest_id = 8;

class Harmony : public Format {
 public:
  Marks marks() const override { return {"pc "}; }
  Marks headings() const override { return {"Tid:"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (read_heading(trimmed(line.substr(start)), report)) return Found::Context;
    return find_pc_frame(line, [&](const PcFrame& found) { return read_frame(line, found, frame); })
               ? Found::Frame
               : Found::Nothing;
  }

 private:
  // "Tid:13177, Name:matching"
  static bool read_heading(std::string_view text, Report& report) {
    Scanner at(text);
    if (!at.literal("Tid:")) return false;
    const std::size_t from = at.position();
    if (!at.decimal() || !at.rest().starts_with(", Name:")) return false;
    report.set_thread(at.since(from));
    return true;
  }

  static bool read_frame(std::string_view line, const PcFrame& found, Frame& frame) {
    std::string_view text = trimmed(line.substr(found.behind));
    const std::size_t size = text.size();
    const std::string_view id_group = last_group(text);
    if (id_group.size() < shortest_id + 2) return false;
    const auto id = ImageId::parse(id_group.substr(1, id_group.size() - 2));
    text.remove_suffix(id_group.size());
    if (!id || text.empty() || is_blank(text.back())) return false;
    take_pc(found, frame);
    frame.replaced.end = found.behind + size;
    frame.image.id = *id;
    if (const std::string_view group = last_group(text); group.contains('+')) {
      frame.symbol = group.substr(1, group.rfind('+') - 1);
      text.remove_suffix(group.size());
    }
    take_mapped_path(trimmed(text), frame);
    return !frame.image.name.empty();
  }
};

}  // namespace

std::unique_ptr<Format> harmony() { return std::make_unique<Harmony>(); }

}  // namespace symkit::crashlog

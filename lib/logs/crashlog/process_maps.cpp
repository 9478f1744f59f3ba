// The lines of /proc/PID/maps, which many programs write to their logs when they crash:
//   7fb819a00000-7fb819a01000 r-xp 00001000 fe:00 314792   /usr/lib/libkiosk.so
// They are not frames: they give the positions of images for frames that only have an address. A list
// whose addresses begin again belongs to another process.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/memory_mappings.h"

namespace symkit::crashlog {
namespace {

class ProcessMaps : public Format {
 public:
  Marks marks() const override { return {"r-xp ", "r--p "}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& /*frame*/) override {
    const auto mapping = read_maps_line(trimmed(line.substr(start)));
    if (!mapping || mapping->begin >= mapping->end) return Found::Nothing;
    if (report.images_listed() != 0 && mapping->begin < end_of_last_) {
      if (!report.replaying()) report.begin();
      mappings_.clear();
    }
    end_of_last_ = mapping->end;
    if (mapping->path.empty()) {
      report.skip_image();
    } else {
      mappings_.add(*mapping, report);
    }
    return Found::Context;
  }

 private:
  MemoryMappings mappings_;
  std::uint64_t end_of_last_ = 0;
};

}  // namespace

std::unique_ptr<Format> process_maps() { return std::make_unique<ProcessMaps>(); }

}  // namespace symkit::crashlog

#include "stacks/dumps/offset_report.h"

#include <set>
#include <utility>

#include "ground/base/object_path.h"
#include "ground/print/visible.h"
#include "stacks/dumps/crash_code.h"
#include "stacks/dumps/exception_names.h"
#include "stacks/dumps/report_writer.h"

namespace symkit::dumps {
namespace {

std::string_view name_of_system(System system) {
  switch (system) {
    case System::Linux: return "Linux";
    case System::Android: return "Android";
    case System::Windows: return "Windows";
    case System::MacOs: return "macOS";
    case System::Ios: return "iOS";
    case System::Other: break;
  }
  return "unknown";
}

class OffsetReport final : public ReportWriter {
 public:
  using ReportWriter::ReportWriter;

  std::string of(const std::vector<ThreadStack>& stacks) {
    line("Operating system: ", name_of_system(process_.system));
    line("CPU: ", name_of(process_.architecture));
    if (!process_.name.empty())
      line("Program: ", print::visible(process_.name),
           process_.id == 0 ? "" : say(", process ", process_.id));
    line();
    write_exception();
    for (const ThreadStack& one : stacks) write_thread(one);
    write_what_is_missing();
    write_annotations();
    write_images();
    return std::move(text_);
  }

 private:
  void write_exception() {
    if (!process_.exception) return line("No crash");
    line("Crash reason:  ", exception_name(*process_.exception, process_.system));
    line("Crash address: 0x", padded_hex(process_.exception->address.value_or(0), digits()));
    if (const CrashCode bytes = crash_code_of(process_, images_); !bytes.from.empty())
      line("Crash code:    ", told_crash_code(bytes));
  }

  void write_thread(const ThreadStack& one) {
    const Thread& first = *one.threads.front();
    const auto number = static_cast<std::size_t>(&first - process_.threads.data());
    line();
    line("Thread ", number, first.name.empty() ? "" : say(' ', print::visible(first.name)),
         first.has_crashed ? " (crashed)" : "", " - tid: ", first.id);
    write_others_with(one);
    write_frames(one);
  }

  void write_frame(std::size_t number, std::uint64_t place, const LoadedImage* image) override {
    const std::string count = number < 10 ? say(' ', number) : say(number);
    if (image == nullptr) return line(count, "  0x", padded_hex(place, digits()));
    line(count, "  ", name_of_image(*image), " + ", hex(place - image->begin));
    in_frames_.insert(image);
  }

  // Their ids are needed to name the frames.
  void write_images() {
    line();
    line("Loaded modules:");
    for (const LoadedImage& image : images_.all())
      if (style_.with_images || in_frames_.contains(&image)) write_image(image);
  }

  void write_image(const LoadedImage& image) {
    const std::string debug_name = print::visible(without_folders(image.debug_name));
    line("0x", padded_hex(image.begin, digits()), " - 0x", padded_hex(image.end - 1, digits()), "  ",
         name_of_image(image), "  ", image.version.empty() ? "???" : image.version,
         image.id.empty() ? ""
                          : say("  (", debug_name.empty() ? name_of_image(image) : debug_name, ", ",
                                breakpad_id(image.id), ")"));
    // On a line of its own: the id ends the image's.
    if (style_.with_images && !image.problem.empty()) line("     ", problem_of(image));
  }

  // Has an age in any case.
  static std::string breakpad_id(const ImageId& id) {
    return id.is_guid_and_age() ? id.hex() : say(id.hex(), '0');
  }

  static std::string name_of_image(const LoadedImage& image) {
    return print::visible(without_folders(image.path));
  }

  std::set<const LoadedImage*> in_frames_;
};

}  // namespace

std::string offset_report_of(const Process& process, const LoadedImages& images,
                             const std::vector<ThreadStack>& stacks, ReportStyle style) {
  return OffsetReport(process, images, style).of(stacks);
}

}  // namespace symkit::dumps

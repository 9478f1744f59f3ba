#include "stacks/dumps/report.h"

#include <string_view>
#include <utility>

#include "ground/base/architecture.h"
#include "ground/base/object_path.h"
#include "ground/base/words.h"
#include "ground/print/visible.h"
#include "stacks/dumps/crash_code.h"
#include "stacks/dumps/offset_report.h"
#include "stacks/dumps/report_writer.h"
#include "stacks/dumps/signal_names.h"

namespace symkit::dumps {
namespace {

bool is_told_by_offsets(System system) { return system != System::Linux && system != System::Android; }

class Tombstone final : public ReportWriter {
 public:
  using ReportWriter::ReportWriter;

  std::string of(const std::vector<ThreadStack>& stacks) {
    line("*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***");
    line("ABI: '", name_of(process_.architecture), "'");
    bool is_first = true;
    for (const ThreadStack& one : stacks) {
      if (!is_first) line("--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---");
      write_heading(one);
      if (is_first) write_signal();
      write_stack(one);
      is_first = false;
    }
    write_what_is_missing();
    write_annotations();
    if (style_.with_images) write_images();
    return std::move(text_);
  }

 private:
  void write_heading(const ThreadStack& one) {
    const std::string program = process_.name.empty() ? std::string("?") : print::visible(process_.name);
    const Thread& first = *one.threads.front();
    line("pid: ", process_.id, ", tid: ", first.id,
         ", name: ", first.name.empty() ? program : print::visible(first.name), "  >>> ", program, " <<<");
    write_others_with(one);
  }

  void write_signal() {
    if (!process_.signal) {
      line("no signal");
      return;
    }
    const Signal& signal = *process_.signal;
    const std::string_view name = signal_name(signal.number);
    const std::string_view code = signal.code ? signal_code_name(signal.number, *signal.code) : "";
    std::string address = "--------";
    if (signal.address) address = "0x" + padded_hex(*signal.address, digits());
    line("signal ", signal.number, " (", name.empty() ? "?" : name, "), code ",
         signal.code ? say(*signal.code) : "?", " (", code.empty() ? "?" : code, "), fault addr ", address);
    if (const CrashCode bytes = crash_code_of(process_, images_); !bytes.from.empty())
      line("code at pc: ", told_crash_code(bytes));
  }

  void write_stack(const ThreadStack& one) {
    line("backtrace:");
    write_frames(one);
  }

  void write_frame(std::size_t number, std::uint64_t place, const LoadedImage* image) override {
    const std::string count = number < 10 ? say('0', number) : say(number);
    text_ += say("      #", count, " pc ",
                 padded_hex(image == nullptr ? place : place - image->bias, digits()), "  ");
    const auto made = image == nullptr && style_.jit != nullptr ? style_.jit->at(place) : std::nullopt;
    if (made) {
      text_.pop_back();
      const std::string file = print::visible(style_.with_folders ? made->file : without_folders(made->file));
      text_ +=
          say(print::visible(made->function), " (in ", file.empty() ? "[JIT]" : file, ") + ", made->offset);
    } else if (image == nullptr) {
      text_ += "<unknown>";
    } else {
      text_ += name_of_image(*image);
      if (!image->id.empty()) text_ += say(" (BuildId: ", image->id.hex(), ")");
    }
    text_ += '\n';
  }

  void write_images() {
    line("images:");
    for (const LoadedImage& image : images_.all())
      line("      ", padded_hex(image.begin, digits()), '-', padded_hex(image.end, digits()), "  ",
           name_of_image(image), image.id.empty() ? "" : say(" (BuildId: ", image.id.hex(), ")"),
           problem_of(image));
  }

  std::string name_of_image(const LoadedImage& image) const {
    return print::visible(style_.with_folders ? std::string_view(image.path) : without_folders(image.path));
  }
};

}  // namespace

std::string why_it_ends(const unwind::Stack& stack, const LoadedImages& images) {
  if (stack.frames.empty()) return "its registers are not in the dump";
  switch (stack.end) {
    case unwind::End::Outermost: return {};
    case unwind::End::Circle: return "the stack goes on in a circle";
    case unwind::End::TooDeep: return say("more than ", stack.frames.size(), " frames");
    case unwind::End::NoMemory: return "the stack goes on in memory that is not in the dump";
    case unwind::End::NoTable: break;
  }
  const LoadedImage* const image = images.find(stack.frames.back().address);
  if (image == nullptr) return "the last frame is in no image, so its caller is not known";
  if (image->files.empty() && image->tables.empty())
    return say("the stack goes on; ", without_folders(image->path), " is needed to read it",
               image->problem.empty() ? "" : say(": ", image->problem));
  return "nothing tells how to leave the last frame";
}

std::string report_of(const Process& process, const LoadedImages& images,
                      const std::vector<ThreadStack>& stacks, ReportStyle style) {
  if (is_told_by_offsets(process.system)) return offset_report_of(process, images, stacks, style);
  return Tombstone(process, images, style).of(stacks);
}

}  // namespace symkit::dumps

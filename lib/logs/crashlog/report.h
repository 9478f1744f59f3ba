// What a log has said so far about the current crash: its images, whose stack this is, and whether frames
// must wait because the images come after them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "logs/crashlog/frame.h"
#include "logs/crashlog/image_list.h"
#include "logs/crashlog/kernel_symbols.h"

namespace symkit::crashlog {

// What the caller knows in addition to the log; null: nothing.
struct Knowledge {
  const KernelSymbols* kernel = nullptr;  // of the kernel that wrote the log
  const ImageList* process = nullptr;     // the mappings of the process
};

class Report {
 public:
  // A report whose images are listed at its end begins; what was read before belongs to another.
  void begin_with_images_last();
  // A report of any other kind begins.
  void begin();
  // All of its images are known now.
  void images_complete() {
    waiting_ = false;
    takes_every_line_ = false;
  }
  bool waits_for_images() const { return waiting_; }
  // While the report waits, formats may also want to see lines that have none of their marks and
  // headings.
  void take_every_line(bool on) { takes_every_line_ = on && waiting_; }
  bool takes_every_line() const { return takes_every_line_ || sees_every_line_; }
  // The same while nothing waits, until it is turned off.
  void see_every_line(bool on) { sees_every_line_ = on; }
  std::uint64_t reports_begun() const { return reports_begun_; }

  // The lines of a report are read again, now that its images are known: images and beginnings in them
  // have been processed already.
  void replay(bool on) { replaying_ = on; }
  bool replaying() const { return replaying_; }

  void add_image(ListedImage image);
  // A line of the list of images that has nothing usable.
  void skip_image(std::string_view problem = {});
  // The number of lines in the list, usable or not.
  std::size_t images_listed() const { return images_listed_; }
  const std::vector<ListedImage>& images() const { return images_.all(); }
  // The images that the report will list, known in advance: its own list adds nothing any more.
  void foresee(ImageList images) {
    images_ = std::move(images);
    foreseen_ = true;
  }
  const ImageList& image_list() const { return images_; }
  const ListedImage* image_at(std::uint64_t load_address) const { return images_.at(load_address); }
  // Null if no image holds the address, or if several do (which is counted as a problem).
  const ListedImage* image_holding(std::uint64_t address);
  // Null if no image or several have the name.
  const ListedImage* image_named(std::string_view name) const;
  // Copies what the list says about an image to a frame.
  static void fill_in(const ListedImage& image, Frame& frame);
  // Takes from the list the place of a frame whose image is known by name. If the list has another file
  // there, it is the list of another process.
  void take_mapping(Frame& frame);

  // The same for a frame that only has an address: its image is the one that holds the address.
  void take_holder(Frame& frame);

  // The result of a format that finds several frames in one line: lines of one frame each, which replace
  // it. Empty unless the format returned Found::Lines.
  std::string& lines() { return lines_; }

  void set_thread(std::string_view thread) { thread_ = thread; }
  const std::string& thread() const { return thread_; }
  void set_architecture(Architecture architecture) { architecture_ = architecture; }
  Architecture architecture() const { return architecture_; }

  // How far the kernel was moved at boot. Valid from where the log says so until the next boot.
  void set_kernel_slide(std::uint64_t slide) { kernel_slide_ = slide; }
  std::optional<std::uint64_t> kernel_slide() const { return kernel_slide_; }
  void begin_boot() {
    kernel_slide_.reset();
    ++boots_begun_;
  }
  std::uint64_t boots_begun() const { return boots_begun_; }

  // Applies to the whole log, except for images that it lists itself.
  void set_knowledge(const Knowledge& known) { known_ = known; }
  const KernelSymbols* kernel() const { return known_.kernel; }

  // Whether a frame is in one of the two lines before.
  bool in_stack() const { return lines_since_frame_ < 2; }
  // Whether blanks stand before the text of the line that is read for names.
  bool is_indented() const { return is_indented_; }
  void set_indented(bool on) { is_indented_ = on; }
  void count_line(bool is_frame) { lines_since_frame_ = is_frame ? 0 : lines_since_frame_ + 1; }

  // A line says that a signal arrived here: the next frame is where it interrupted the program.
  void note_signal() { interrupted_ = true; }
  bool take_signal() { return std::exchange(interrupted_, false); }

  // Problems in the log itself, with how often each occurred.
  void note_problem(std::string_view problem, std::size_t times = 1) {
    problems_[std::string(problem)] += times;
  }
  const std::map<std::string, std::size_t>& problems() const { return problems_; }

 private:
  ImageList images_;
  std::size_t images_listed_ = 0;
  std::string lines_;
  std::string thread_;
  Architecture architecture_ = Architecture::Unknown;
  std::map<std::string, std::size_t> problems_;
  std::uint64_t reports_begun_ = 0;
  bool waiting_ = false;
  bool takes_every_line_ = false;
  bool sees_every_line_ = false;
  bool replaying_ = false;
  bool interrupted_ = false;
  std::uint64_t lines_since_frame_ = 1000;
  bool is_indented_ = false;
  bool foreseen_ = false;
  Knowledge known_;
  std::optional<std::uint64_t> kernel_slide_;
  std::uint64_t boots_begun_ = 0;
};

}  // namespace symkit::crashlog

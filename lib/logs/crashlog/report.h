// What a log has said so far of the crash that is being read: its images, whose stack this is, and whether
// frames must wait because the images come after them.
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

// What the asker knows besides what a log says; null: nothing.
struct Knowledge {
  const KernelSymbols* kernel = nullptr;  // of the kernel that wrote the log
  const ImageList* process = nullptr;     // what the process had mapped
};

class Report {
 public:
  // A report of a kind whose images are listed at its end begins; what was said before belongs to another.
  void begin_with_images_last();
  // A report of any other kind begins.
  void begin();
  // Its images are all known now.
  void images_complete() {
    waiting_ = false;
    takes_every_line_ = false;
  }
  bool waits_for_images() const { return waiting_; }
  // While it waits, formats may want to see lines that have none of their marks and headings, too.
  void take_every_line(bool on) { takes_every_line_ = on && waiting_; }
  bool takes_every_line() const { return takes_every_line_ || sees_every_line_; }
  // The same where nothing waits, until it is turned off.
  void see_every_line(bool on) { sees_every_line_ = on; }
  std::uint64_t reports_begun() const { return reports_begun_; }

  // The lines of a report are read once more, now that its images are known: what they say of images and
  // beginnings was heard already.
  void replay(bool on) { replaying_ = on; }
  bool replaying() const { return replaying_; }

  void add_image(ListedImage image);
  // A line of the list of images that says nothing usable.
  void skip_image(std::string_view problem = {});
  // How many lines of the list there were, usable or not.
  std::size_t images_listed() const { return images_listed_; }
  const std::vector<ListedImage>& images() const { return images_.all(); }
  // What the report will list, known before it comes: its own list adds nothing any more.
  void foresee(ImageList images) {
    images_ = std::move(images);
    foreseen_ = true;
  }
  const ImageList& image_list() const { return images_; }
  const ListedImage* image_at(std::uint64_t load_address) const { return images_.at(load_address); }
  // Null where none holds the address, or where several do (then it is counted as a problem).
  const ListedImage* image_holding(std::uint64_t address);
  // Null where none or several have the name.
  const ListedImage* image_named(std::string_view name) const;
  // Takes over what an image in the list says of itself.
  static void fill_in(const ListedImage& image, Frame& frame);
  // What the list says of the place of a frame whose image is known by name. A list that has another file
  // there is another process's.
  void take_mapping(Frame& frame);

  // The same of a frame that has an address alone: the image is the one that holds it.
  void take_holder(Frame& frame);

  // What a format found out that one line says of several frames: lines, each of one frame, in its place.
  // Empty but where Found::Lines was answered.
  std::string& lines() { return lines_; }

  void set_thread(std::string_view thread) { thread_ = thread; }
  const std::string& thread() const { return thread_; }
  void set_architecture(Architecture architecture) { architecture_ = architecture; }
  Architecture architecture() const { return architecture_; }

  // How far the kernel was moved at boot. Known from where the log says so until the next boot.
  void set_kernel_slide(std::uint64_t slide) { kernel_slide_ = slide; }
  std::optional<std::uint64_t> kernel_slide() const { return kernel_slide_; }
  void begin_boot() {
    kernel_slide_.reset();
    ++boots_begun_;
  }
  std::uint64_t boots_begun() const { return boots_begun_; }

  // Holds for all of the log, but for images that it lists itself.
  void set_knowledge(const Knowledge& known) { known_ = known; }
  const KernelSymbols* kernel() const { return known_.kernel; }

  // Whether a frame is in one of the two lines before.
  bool in_stack() const { return lines_since_frame_ < 2; }
  // Whether blanks stand before the text of the line that is read for names.
  bool is_indented() const { return is_indented_; }
  void set_indented(bool on) { is_indented_ = on; }
  void count_line(bool is_frame) { lines_since_frame_ = is_frame ? 0 : lines_since_frame_ + 1; }

  // A line says that a signal came here: the next frame stands where it interrupted the program.
  void note_signal() { interrupted_ = true; }
  bool take_signal() { return std::exchange(interrupted_, false); }

  // What is wrong with the log itself, by how often it was met.
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

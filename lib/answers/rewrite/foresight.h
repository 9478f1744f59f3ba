// Reads ahead in a log. Frames may come long before the list that says where their images are, or how far
// the kernel was moved. A pipe cannot be waited for, but a file can be read further, by a second reader
// that runs ahead and only when a frame needs it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "answers/rewrite/visitor.h"
#include "ground/io/input.h"
#include "ground/io/lines.h"
#include "logs/crashlog/report.h"

namespace symkit::rewrite {

class Walk;

class Foresight : private Visitor {
 public:
  // `log` is the same log again, from its beginning. `report` and `boot` are the first reader's numbers
  // for the report and the boot that the log begins with.
  Foresight(std::unique_ptr<io::Input> log, std::uint64_t report, std::uint64_t boot);
  Foresight(const Foresight&) = delete;
  Foresight& operator=(const Foresight&) = delete;
  ~Foresight() override;

  // Whether the rest of the log could add to what is known of a frame of the report.
  static bool helps(const crashlog::Frame& frame);
  // Adds to the report what the log says later of the report or of the kernel. False if that is nothing
  // new.
  bool look(const crashlog::Frame& frame, crashlog::Report& report);
  bool look_for_images(crashlog::Report& report);

 private:
  void pass(std::string_view /*bytes*/) override {}
  void frames(FramesOfLine& line) override;
  void image(const crashlog::ListedImage& image) override;
  void document_line(const DocumentLine& /*line*/) override {}
  // A document's reports have images of their own.
  void begin_document(const CapturedDocument& /*document*/) override { in_document_ = true; }
  void end_document() override { in_document_ = false; }

  void begin();
  bool look_for_slide(crashlog::Report& report);
  std::uint64_t report_here() const;
  std::uint64_t boot_here() const;
  bool read_line();

  std::unique_ptr<io::Input> log_;
  io::Lines lines_;
  std::unique_ptr<Walk> walk_;
  std::map<std::uint64_t, crashlog::ImageList> images_;  // by report number
  std::map<std::uint64_t, std::uint64_t> slides_;        // by boot number
  std::size_t kept_ = 0;                                 // images in all lists
  std::optional<std::uint64_t> asked_report_;            // in the last call
  std::optional<std::uint64_t> asked_boot_;
  std::uint64_t first_report_;
  std::uint64_t first_boot_;
  bool in_document_ = false;
  bool ended_ = false;
};

}  // namespace symkit::rewrite

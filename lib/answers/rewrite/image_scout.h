// Reads a log ahead of the reader that answers it, only to learn which images its frames are in.
#pragma once

#include <atomic>
#include <functional>
#include <set>
#include <string>

#include "answers/rewrite/visitor.h"
#include "ground/io/input.h"
#include "logs/crashlog/report.h"

namespace symkit::rewrite {

class ImageScout : private Visitor {
 public:
  // Called once for each image that has frames; images that a log only lists are not reported.
  using Found = std::function<void(const ImageReference& image)>;
  explicit ImageScout(Found found, const crashlog::Knowledge& known = {})
      : found_(std::move(found)), known_of_log_(known) {}

  // Reads to the end of the log, or until another thread calls stop().
  Result<void> read(io::Input& log);
  void stop() { is_to_stop_ = true; }

 private:
  void pass(std::string_view /*bytes*/) override {}
  void frames(FramesOfLine& line) override;
  void document_line(const DocumentLine& line) override;
  void take(const crashlog::Frame& frame);

  Found found_;
  crashlog::Knowledge known_of_log_;
  std::set<std::string, std::less<>> told_;
  std::string key_;
  std::atomic<bool> is_to_stop_ = false;
};

}  // namespace symkit::rewrite

// The images of a log, and how many of its frames lie in each: those that it lists, and those that only
// frames name. Reports that list their images at the end are held back until then.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crashlog/document_capture.h"
#include "crashlog/held_lines.h"
#include "crashlog/reader.h"
#include "io/input.h"
#include "io/lines.h"

namespace symkit::syminfo {

struct LoggedImage {
  std::string name;
  std::string path;
  ImageId id;
  Architecture architecture = Architecture::Unknown;
  std::optional<std::uint64_t> load_address = {};
  std::size_t frames = 0;

  ImageReference reference() const { return {name, path, id, architecture}; }
};

class LogCensus {
 public:
  // `hear` is told every frame, as they come: what a frame says may tell which file its image is.
  using Hear = std::function<void(const crashlog::Frame& frame)>;
  explicit LogCensus(Hear hear) : hear_(std::move(hear)) {}

  Result<void> read(io::Input& input);

  // In the order in which the log names them.
  const std::vector<LoggedImage>& images() const { return images_; }
  std::size_t frames() const { return frames_; }
  // Why frames cannot be looked up whatever is fetched, and how many.
  const std::map<std::string, std::size_t>& hopeless() const { return hopeless_; }

 private:
  void take_line(const io::Line& line);
  bool captured(const io::Line& line);
  void take(std::string_view line);
  void count_line(std::string_view line);
  void count_lines();
  void count(const crashlog::Frame& frame);
  void count_one(const crashlog::Frame& frame);
  void release_held();
  void let_go();
  void read_document();
  void finish();
  void add_listed(const crashlog::Report& report, std::size_t& known, std::uint64_t& of_report);
  LoggedImage& image_of(const ImageReference& image);
  LoggedImage& listed_image(const ImageReference& image);

  Hear hear_;
  crashlog::Reader reader_;
  crashlog::Frame frame_;
  crashlog::HeldLines held_;
  crashlog::HeldLines captured_;
  crashlog::DocumentCapture capture_;
  std::size_t listed_ = 0;  // of the report's images: those that were taken over
  std::uint64_t report_ = 0;
  std::vector<LoggedImage> images_;
  LoggedImage rest_;  // stands for those that are too many
  std::string key_;
  std::map<std::string, std::size_t> exact_;  // by key, the image's number
  std::map<std::string, std::size_t> by_id_;  // id and name
  std::map<std::string, std::size_t> by_path_;
  std::size_t frames_ = 0;
  std::map<std::string, std::size_t> hopeless_;
};

}  // namespace symkit::syminfo

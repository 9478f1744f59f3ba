// The images of a log with the number of frames in each: images that it lists, and images that only
// frames name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/rewrite/visitor.h"
#include "ground/base/image_reference.h"
#include "ground/io/input.h"
#include "logs/crashlog/frame.h"

namespace symkit::syminfo {

struct LoggedImage {
  std::string name;
  std::string path;
  ImageId id;
  Architecture architecture = Architecture::Unknown;
  std::optional<std::uint64_t> load_address = {};
  std::size_t frames = 0;
  std::optional<std::uint64_t> archive_offset = {};
  std::string release = {};  // of Linux, for the kernel

  ImageReference reference() const { return {name, path, id, architecture, archive_offset, release}; }
};

class LogCensus : private rewrite::Visitor {
 public:
  // `hear` is called for every frame in order, as a frame may be evidence of which file its image is.
  using Hear = std::function<void(const crashlog::Frame& frame)>;
  explicit LogCensus(Hear hear) : hear_(std::move(hear)) {}

  Result<void> read(io::Input& input);

  // In the order in which the log names them.
  const std::vector<LoggedImage>& images() const { return images_; }
  std::size_t frames() const { return frames_; }
  // Why frames cannot be looked up, whatever is fetched, and how many.
  const std::map<std::string, std::size_t>& hopeless() const { return hopeless_; }
  // The number of reports too long to wait for their images: their frames are not counted.
  std::size_t gave_up() const { return gave_up_; }

 private:
  void pass(std::string_view /*bytes*/) override {}
  void frames(rewrite::FramesOfLine& line) override;
  void image(const crashlog::ListedImage& listed) override;
  void gave_up_waiting() override { ++gave_up_; }
  void document_line(const rewrite::DocumentLine& line) override;

  void count(const crashlog::Frame& frame);
  LoggedImage& image_of(const ImageReference& in_log);
  LoggedImage& listed_image(const ImageReference& image);

  Hear hear_;
  std::vector<LoggedImage> images_;
  LoggedImage rest_;  // represents images beyond the limit
  std::string key_;
  std::map<std::string, std::size_t> exact_;  // image number by key
  std::map<std::string, std::size_t> by_id_;  // id and name
  std::map<std::string, std::size_t> by_path_;
  std::size_t frames_ = 0;
  std::size_t gave_up_ = 0;
  std::map<std::string, std::size_t> hopeless_;
};

}  // namespace symkit::syminfo

// The images of a dumped process: from the dump itself which they are, and from their files what the dump
// has left out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "files/container/image.h"
#include "files/container/open.h"
#include "ground/base/image_id.h"
#include "stacks/dumps/process.h"
#include "stacks/unwind/frame_table.h"
#include "stacks/unwind/memory.h"
#include "stacks/unwind/unwinder.h"

namespace symkit::dumps {

// A part of an image's file that is loaded.
struct FileSegment {
  std::uint64_t begin = 0;  // as in the file
  Bytes bytes;
};

struct LoadedImage {
  std::string path;
  ImageId id = {};
  std::uint64_t begin = 0;  // in the process's memory
  std::uint64_t end = 0;
  std::uint64_t bias = 0;    // its addresses there are the file's plus this
  std::string problem = {};  // why its file is not used
  std::unique_ptr<container::File> file = {};
  std::vector<FileSegment> segments = {};  // of the file
  std::unique_ptr<unwind::FrameTable> table = {}, debug_table = {};
};

// The file that may be the image's; nothing: none may be opened.
using FileOf = std::function<std::optional<std::string>(const LoadedImage& image)>;

// What was dumped, and what was loaded from files. `process` must outlive it.
class LoadedImages final : public unwind::Memory, public unwind::Images {
 public:
  LoadedImages(const Process& process, FileOf file_of);
  LoadedImages(const LoadedImages&) = delete;
  LoadedImages& operator=(const LoadedImages&) = delete;
  ~LoadedImages() override = default;

  // Memory:
  Bytes at(std::uint64_t address, std::uint64_t size) const override;
  // Images:
  std::optional<unwind::LoadedCode> code_at(std::uint64_t address) override;

  // The image at an address; null: there is none.
  const LoadedImage* find(std::uint64_t address) const;
  const std::vector<LoadedImage>& all() const { return images_; }

 private:
  Bytes dumped(std::uint64_t address, std::uint64_t size) const;
  void take_files();
  void take_vdso();
  void add(const MappedFile& first, std::uint64_t end);
  void open(LoadedImage& image, const FileOf& file_of) const;

  const Process& process_;
  std::vector<LoadedImage> images_;
};

}  // namespace symkit::dumps

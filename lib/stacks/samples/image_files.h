// The files of the images in which samples were taken: their unwind tables and their code. For any number
// of threads; each image's files are opened once.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "files/container/open.h"
#include "ground/base/bytes.h"
#include "ground/base/code_segment.h"
#include "ground/base/image_id.h"
#include "stacks/unwind/table.h"

namespace symkit::samples {

// An image as the recording has it.
struct RecordedImage {
  std::string path;
  ImageId id = {};
  // Where its file was; 0: not known.
  std::uint32_t major = 0, minor = 0;
  std::uint64_t inode = 0;
  std::string kernel_release = {};  // of an image that is the kernel's own

  auto operator<=>(const RecordedImage&) const = default;
};

// What a store keeps of an image.
struct StoredImage {
  std::unique_ptr<const unwind::Table> table;  // null: nothing
  std::vector<CodeSegment> code;
};

// What an image without an id is believed by.
enum class Belief : std::uint8_t {
  Path,      // the file's path is enough
  SameFile,  // it must be the very file, by device and inode, and hold calls where stacks say; for the
             // kernel's own image the kernel must be of the same release
  Nothing,
};

// For any number of threads. Images are asked for by their ids.
struct Sources {
  // The files that may be the image's, or have what was taken out of it.
  std::function<std::vector<std::string>(const RecordedImage& image)> files;
  std::function<StoredImage(const RecordedImage& image)> stored;  // for what has no file
  Belief belief = Belief::Nothing;
};

// What was found of an image.
struct ImageFile {
  std::vector<std::unique_ptr<container::File>> files;
  unwind::Tables tables;
  Bytes bytes;  // of the file that has the code; none if a store has the tables
  std::vector<CodeSegment> code;
  bool is_proven = true;  // by its id, or because the user said so

  bool is_here() const { return !code.empty(); }
  bool has_code() const { return !bytes.empty(); }
  // What addresses in memory are above the file's, where the file was mapped so.
  std::uint64_t bias(std::uint64_t begin, std::uint64_t offset, std::uint64_t size) const;
  // By the file's addresses.
  Bytes code_at(std::uint64_t address, std::uint64_t size) const;
};

class ImageFiles {
 public:
  explicit ImageFiles(Sources sources) : sources_(std::move(sources)) {}

  // Before the threads begin: the image's number.
  std::uint32_t add(RecordedImage image);
  const RecordedImage& recorded(std::uint32_t number) const { return slots_[number].recorded; }
  std::size_t size() const { return slots_.size(); }

  const ImageFile& open(std::uint32_t number);

 private:
  struct Slot {
    RecordedImage recorded;
    std::once_flag opened;
    ImageFile file;
  };

  ImageFile opened(const RecordedImage& image) const;
  ImageFile opened_vdso(const RecordedImage& image) const;
  bool is_believed(const RecordedImage& image) const;
  bool is_same_file(const RecordedImage& image) const;

  Sources sources_;
  std::deque<Slot> slots_;
};

}  // namespace symkit::samples

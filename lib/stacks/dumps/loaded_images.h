// The images of a dumped process: from the dump itself which they are, and from their files what the dump
// has left out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "files/container/image.h"
#include "files/container/open.h"
#include "ground/base/image_id.h"
#include "stacks/dumps/file_segments.h"
#include "stacks/dumps/process.h"
#include "stacks/unwind/memory.h"
#include "stacks/unwind/table.h"
#include "stacks/unwind/unwinder.h"

namespace symkit::dumps {

struct LoadedImage {
  std::string path;
  ImageId id = {};
  std::uint64_t begin = 0;  // in the process's memory
  std::uint64_t end = 0;
  std::uint64_t bias = 0;  // its addresses there are the file's plus this
  bool has_bias = true;    // else its file tells; until then it is where the image begins
  bool is_tried = false;   // its files were looked for
  std::string debug_name = {};
  std::string code_id = {};  // of Windows' files: time stamp and size
  std::string version = {};
  std::string problem = {};  // why they are not used
  std::vector<std::unique_ptr<container::File>> files = {};
  std::vector<FileSegment> segments = {};  // of the file
  unwind::Tables tables = {};

  // Where it begins by its file's addresses.
  std::uint64_t begin_in_file() const { return begin - bias; }
};

// The files that may be the image's, or have what was taken out of it, the most likely first.
using FilesOf = std::function<std::vector<std::string>(const LoadedImage& image)>;
// Tables that are not in the image's own files, as stores and Breakpad's symbol files have them.
using TablesOf = std::function<unwind::Tables(const LoadedImage& image)>;

struct Sources {
  FilesOf files = [](const LoadedImage&) { return std::vector<std::string>(); };
  TablesOf tables = [](const LoadedImage&) { return unwind::Tables(); };
  // Asked for where all of these have nothing.
  FilesOf remote_files = [](const LoadedImage&) { return std::vector<std::string>(); };
  bool believes_paths = false;  // files count also where no id proves that they are of the same build
};

// What was dumped, and what was loaded from files. `process` must outlive it. For one thread.
class LoadedImages final : public unwind::Memory, public unwind::Images {
 public:
  LoadedImages(const Process& process, Sources sources);
  LoadedImages(const LoadedImages&) = delete;
  LoadedImages& operator=(const LoadedImages&) = delete;
  ~LoadedImages() override = default;

  // Memory:
  Bytes at(std::uint64_t address, std::uint64_t size) const override;
  // The same without what is in files.
  Bytes dumped(std::uint64_t address, std::uint64_t size) const;
  // Images:
  std::optional<unwind::LoadedCode> code_at(std::uint64_t address) override;

  // The image at an address; null: there is none. Its file is opened once it is needed.
  const LoadedImage* find(std::uint64_t address) const;
  const std::vector<LoadedImage>& all() const { return images_; }

  // The file that has its code. Null: it is not here.
  const container::Image* program_of(const LoadedImage& image) const;

 private:
  bool is_code(std::uint64_t address) const;
  void take_files();
  void take_modules();
  void take_listed();
  void take_vdso();
  void add(const MappedFile& first, std::uint64_t end);
  void add_rows(std::span<const MappedFile> rows);
  void take_table_in_memory(LoadedImage& image) const;
  const LoadedImage* opened(std::uint64_t address) const;
  void open(LoadedImage& image) const;
  void open_files(LoadedImage& image, const FilesOf& files_of) const;
  const container::Image* build_in(const container::File& file, const LoadedImage& image) const;
  bool is_build_of(const container::Image& file, const LoadedImage& image) const;
  std::uint64_t end_of_run(std::uint64_t begin) const;

  const Process& process_;
  Sources sources_;
  mutable std::vector<LoadedImage> images_;
};

}  // namespace symkit::dumps

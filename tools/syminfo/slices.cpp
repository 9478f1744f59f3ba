#include "syminfo/slices.h"

#include <vector>

#include "ground/base/words.h"
#include "ground/io/mapped_file.h"
#include "keep/index/native_index.h"
#include "syminfo/contents_files.h"
#include "syminfo/inputs.h"

namespace symkit::syminfo {
namespace {

using Take = std::function<bool(const Slice&)>;

// One file of an input.
class FileWalk {
 public:
  FileWalk(Work& work, const Take& take, bool was_named, bool is_only_file)
      : work_(work), take_(take), was_named_(was_named), is_only_file_(is_only_file) {}

  // Returns false to stop.
  bool run(const std::string& path) {
    const auto mapped = io::MappedFile::open(path);
    if (mapped && index::looks_like_index(mapped->bytes())) return take_index(path, mapped->bytes());
    const auto file = container::open_file(path);
    if (file) return take_images(**file);
    if (was_named_) work_.console.error(file.error());
    return true;
  }

 private:
  bool take_index(const std::string& path, Bytes bytes) {
    Slice slice{
        .path = path, .id = {}, .index = bytes, .was_named = was_named_, .is_only_one = is_only_file_};
    if (const auto envelope = index::Envelope::open(bytes)) slice.id = envelope->id();
    if (const auto index = index::NativeIndex::open(bytes)) slice.architecture = index->architecture();
    const auto asked = work_.options.architecture;
    const bool is_wanted = !asked || slice.architecture == *asked || is_variant(*asked, slice.architecture);
    if (is_wanted) return take_(slice);
    if (was_named_) work_.console.error({say(path, ": is an index for ", name_of(slice.architecture))});
    return true;
  }

  bool take_images(const container::File& file) {
    std::vector<Slice> slices;
    for (const auto& image : file.images())
      slices.push_back({.path = file.path(),
                        .architecture = image->architecture(),
                        .id = image->id().value_or(ImageId()),
                        .image = image.get(),
                        .file = &file,
                        .was_named = was_named_});
    const std::vector<Slice> wanted = chosen(slices, work_.options.architecture);
    if (wanted.empty() && was_named_)
      work_.console.error({say(file.path(), ": has no slice for ", name_of(*work_.options.architecture))});
    for (Slice slice : wanted) {
      slice.is_only_one = is_only_file_ && wanted.size() == 1;
      if (!take_(slice)) return false;
    }
    return true;
  }

  Work& work_;
  const Take& take_;
  bool was_named_;
  bool is_only_file_;
};

}  // namespace

std::string title_of(const Slice& slice) {
  if (slice.architecture == Architecture::Unknown) return slice.path;
  return say(slice.path, " (", name_of(slice.architecture), ")");
}

void for_each_slice(Work& work, const Take& take) {
  for (const std::string& input : work.options.inputs) {
    const auto behind = files_to_show(input, work.options);
    if (!behind) {
      work.console.error(behind.error());
      continue;
    }
    if (!behind->passed_over.empty()) work.console.warning(behind->passed_over);
    const bool is_only_file = work.options.inputs.size() == 1 && behind->files.size() == 1 && !behind->walked;
    FileWalk walk(work, take, !behind->walked, is_only_file);
    for (const std::string& path : behind->files)
      if (!walk.run(path) || work.output.stopped()) return;
  }
}

}  // namespace symkit::syminfo

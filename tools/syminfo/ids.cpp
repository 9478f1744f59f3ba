// --uuid: a line for each slice, as dwarfdump --uuid prints it; build ids of ELF files are in the same
// columns.
#include <filesystem>

#include "common/folder_walk.h"
#include "files/container/open.h"
#include "find/catalogue/catalogue.h"
#include "ground/base/words.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "syminfo/inputs.h"
#include "syminfo/questions.h"

namespace symkit::syminfo {
namespace {

namespace fs = std::filesystem;

using catalogue::DescribedImage;

class Ids {
 public:
  explicit Ids(Work& work) : work_(work) {}

  Result<void> list(const std::string& input);

 private:
  Result<void> list_file(const std::string& path);
  Result<void> list_folder(const std::string& folder);
  void write(const std::string& path, const DescribedImage& image);
  void write_line(const std::string& path, const DescribedImage& image);
  void write_object(const std::string& path, const DescribedImage& image);

  Work& work_;
};

// An index does not record the kind of id: 16 bytes are a UUID.
bool is_uuid(const DescribedImage& image) {
  return image.macho || (image.kind == catalogue::Kind::Index && image.id.bytes().size() == 16);
}

// Indexes of mappings and source maps have no architecture.
bool of_processor(const DescribedImage& image) {
  return image.kind != catalogue::Kind::MappingIndex && image.kind != catalogue::Kind::SourceMapIndex;
}

Result<void> Ids::list(const std::string& input) {
  const auto files = container::files_of(input, work_.console.warnings());
  if (!files) return fail(files.error());
  std::error_code ignored;
  if (files->size() == 1 && files->front() == input)
    return fs::is_directory(input, ignored) ? list_folder(input) : list_file(input);
  for (const std::string& file : *files)
    if (const auto listed = list_file(file); !listed) work_.console.error(listed.error());
  return {};
}

Result<void> Ids::list_file(const std::string& path) {
  const auto images = catalogue::describe_file(path);
  if (!images) return fail(images.error());
  const auto slices = chosen(*images, work_.options.architecture);
  if (slices.empty() && !images->empty()) {
    std::string names;
    for (const DescribedImage& image : *images) {
      if (!names.empty()) names += ", ";
      names += name_of(image.architecture);
    }
    return fail(say(path, ": no image for ", name_of(*work_.options.architecture), "; it has ", names));
  }
  for (const DescribedImage& image : slices) write(path, image);
  return {};
}

Result<void> Ids::list_folder(const std::string& folder) {
  print::Progress progress(work_.options.progress);
  const auto looked = tools::look_through(folder, progress, work_.console.warnings());
  if (!looked) return fail(looked.error());
  const std::string passed_over = tools::told_of_passed_over(*looked, folder);
  bool any = false;
  for (const catalogue::NamedFile& file : catalogue::files_with_images(*looked)) {
    const std::string path = tools::path_in(folder, file.path);
    any = true;
    if (file.broken) {
      const auto why = catalogue::describe_file(path);
      if (!why) work_.console.warning(why.error().message);
    }
    for (const DescribedImage& image : chosen(file.images, work_.options.architecture)) write(path, image);
  }
  if (!any)
    return fail(
        say(folder, ": holds no binary, debug file or index", passed_over.empty() ? "" : "; ", passed_over));
  if (!passed_over.empty()) work_.console.warning(say(folder, ": ", passed_over));
  return {};
}

void Ids::write(const std::string& path, const DescribedImage& image) {
  if (work_.options.format == Format::Json) {
    write_object(path, image);
  } else {
    write_line(path, image);
  }
  work_.output.written();
}

void Ids::write_line(const std::string& path, const DescribedImage& image) {
  std::string& out = work_.output.buffer();
  out += is_uuid(image) ? "UUID: " : of_processor(image) ? "BuildID: " : "ID: ";
  out += image.id.empty() ? "none" : is_uuid(image) ? image.id.uuid() : image.id.hex();
  out += " (";
  out += of_processor(image) ? name_of(image.architecture) : name_of(image.kind);
  out += ") ";
  print::append_visible(out, path);
  out += '\n';
}

void Ids::write_object(const std::string& path, const DescribedImage& image) {
  print::JsonWriter json(work_.output.buffer());
  json.begin_object();
  json.member("path", path);
  json.member("type", name_of(image.kind));
  if (image.architecture != Architecture::Unknown) json.member("arch", name_of(image.architecture));
  if (!image.id.empty()) {
    json.member("id", image.id.hex());
    if (is_uuid(image)) json.member("uuid", image.id.uuid());
  }
  json.end_object();
  work_.output.buffer() += '\n';
}

}  // namespace

Result<void> list_ids(Work& work) {
  Ids ids(work);
  for (const std::string& input : work.options.inputs)
    if (const auto listed = ids.list(input); !listed) work.console.error(listed.error());
  return {};
}

}  // namespace symkit::syminfo

// The default action: lists what a file has, and what will be missing.
#include "syminfo/contents.h"

#include "debug/survey/verdict.h"
#include "files/container/open.h"
#include "find/locate/debug_file.h"
#include "ground/base/words.h"
#include "ground/io/mapped_file.h"
#include "ground/io/workers.h"
#include "ground/print/frames.h"
#include "keep/index/envelope.h"
#include "syminfo/companions.h"
#include "syminfo/contents_files.h"
#include "syminfo/contents_index.h"
#include "syminfo/contents_symbol_file.h"
#include "syminfo/inputs.h"
#include "syminfo/questions.h"

namespace symkit::syminfo {
namespace {

// A user who reads "it is in another file" wants to know at once whether that file is here.
std::string told_of_debug_file(const locate::Candidate& stripped) {
  const locate::LinkedFile file = locate::linked_file(stripped, locate::system_debug_folder);
  if (file.path.empty()) return say("; it is neither next to this file nor in ", locate::system_debug_folder);
  return file.fits ? say("; found: ", file.path) : say("; ", file.path, " is broken or from another build");
}

// The same for a debug file that can only be found by the id.
std::string where_searched(const locate::Candidate& stripped, const container::Image& image) {
  if (stripped.id.empty()) return {};
  if (const auto file = locate::debug_file_of(stripped, locate::system_debug_folder))
    return say("found: ", file->path);
  switch (image.format()) {
    case container::Format::Elf: return say("it is not in ", locate::system_debug_folder);
    case container::Format::MachO: return say("it is not next to this file, as ", stripped.name, ".dSYM");
    case container::Format::Pe: return image.pdb_name().empty() ? "" : "it is not next to this file";
    default: return {};
  }
}

class Show {
 public:
  explicit Show(Work& work) : work_(work), jobs_(io::default_jobs()) {}

  void show_input(const std::string& input);

 private:
  Result<void> show_file(const std::string& path);
  Result<void> show_slices(const container::File& file);
  void show_slice(const std::string& path, const container::Image& image);
  void separate();

  Work& work_;
  unsigned jobs_;
  std::string lief_ = details::lief_program();
  bool any_ = false;
};

void Show::show_input(const std::string& input) {
  const auto found = files_to_show(input, work_.options);
  if (!found) return work_.console.error(found.error());
  if (!found->passed_over.empty()) work_.console.warning(found->passed_over);
  for (const std::string& path : found->files) {
    if (work_.output.stopped()) return;
    if (const auto shown = show_file(path); !shown) {
      // The broken file in a folder was not named, but something that looks like debug information is
      // wrong.
      if (found->walked) {
        work_.console.warning(shown.error().message);
      } else {
        work_.console.error(shown.error());
      }
    }
  }
}

Result<void> Show::show_file(const std::string& path) {
  if (const auto mapped = io::MappedFile::open(path); mapped && index::looks_like_index(mapped->bytes())) {
    std::string text;
    const auto shown = append_index(text, *mapped, work_.options.format, jobs_);
    if (!shown) return shown;
    separate();
    work_.output.write(text);
    static_cast<void>(work_.output.flush());
    return {};
  }
  std::string text;
  const auto shown = append_symbol_file(text, path, work_.options.format, jobs_);
  if (!shown) return fail(shown.error());
  if (*shown) {
    separate();
    work_.output.write(text);
    static_cast<void>(work_.output.flush());
    return {};
  }
  const auto file = container::open_file(path);
  if (!file) return std::unexpected(file.error());
  return show_slices(**file);
}

Result<void> Show::show_slices(const container::File& file) {
  struct ShownSlice {
    Architecture architecture;
    const container::Image* image;
  };
  std::vector<ShownSlice> slices;
  slices.reserve(file.images().size());
  std::string known;
  for (const auto& image : file.images()) {
    slices.push_back({image->architecture(), image.get()});
    known += say(known.empty() ? "" : ", ", symkit::name_of(image->architecture()));
  }
  const auto asked = work_.options.architecture;
  const std::vector<ShownSlice> shown = chosen(slices, asked);
  for (const ShownSlice& slice : shown) show_slice(file.path(), *slice.image);
  if (!shown.empty() || !asked) return {};
  return fail(say(file.path(), ": has no ", symkit::name_of(*asked), ", only ", known));
}

void Show::separate() {
  if (any_ && work_.options.format == Format::Text) work_.output.write("\n");
  any_ = true;
}

void Show::show_slice(const std::string& path, const container::Image& image) {
  details::Inquiry inquiry(image, lief_);
  const auto companions = companions_of(path, image, work_.options);
  survey::Survey found = survey::survey(image, jobs_, companions.get());
  const std::string_view file = print::base_name(path);
  const locate::Candidate this_file{.path = path,
                                    .name = std::string(file),
                                    .id = image.id().value_or(ImageId{}),
                                    .architecture = image.architecture(),
                                    .debug_link = found.debug_link.value_or("")};
  if (!found.dwarf && !found.debug_link) found.where_searched = where_searched(this_file, image);
  Contents contents{path, image, found, survey::verdict(image, found, file), inquiry.finish()};
  if (found.debug_link && !found.dwarf) contents.verdict += told_of_debug_file(this_file);
  if (contents.details) contents.opinion = compare(image, found, *contents.details, inquiry.has_symbols());
  separate();
  if (work_.options.format == Format::Json) {
    append_json(work_.output.buffer(), contents);
  } else {
    append_text(work_.output.buffer(), contents);
  }
  static_cast<void>(work_.output.flush());  // the flush at the end reports the failure again
}

}  // namespace

std::string_view name_of(container::Format format) {
  switch (format) {
    case container::Format::Elf: return "ELF";
    case container::Format::MachO: return "Mach-O";
    case container::Format::Pe: return "PE";
    case container::Format::Wasm: return "WebAssembly";
    case container::Format::Pdb: break;
  }
  return "PDB";
}

std::string_view name_of(container::Compression compression) {
  switch (compression) {
    case container::Compression::None: return "nothing";
    case container::Compression::Zlib: return "zlib";
    case container::Compression::Zstd: return "zstd";
    case container::Compression::Unknown: break;
  }
  return "an unknown method";
}

Result<void> show_contents(Work& work) {
  Show show(work);
  for (const std::string& input : work.options.inputs) show.show_input(input);
  return {};
}

}  // namespace symkit::syminfo

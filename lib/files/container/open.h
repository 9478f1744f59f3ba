// From a path to the images behind it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "files/container/image.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"
#include "ground/io/unpack_budget.h"

namespace symkit::container {

// Where a file lies that was taken out of an archive.
struct ArchivePlace {
  std::string archive;  // the archive's file name
  // Where the file begins in it, if it is stored there as it is: logs may say that and no more.
  std::optional<std::uint64_t> begins_at = {};
};

// An opened file and the images in it: one for ELF, PE and thin Mach-O, one a slice for a fat Mach-O. Images
// point into the file: they live as long as it does.
class File {
 public:
  virtual ~File() = default;
  virtual const std::string& path() const = 0;
  // What the image is called in logs: the file's name, without ".debug".
  virtual std::string name() const = 0;
  virtual const std::vector<std::unique_ptr<Image>>& images() const = 0;
  // All of it, unpacked where it was compressed.
  virtual Bytes bytes() const = 0;
  // Nothing where it is a file by itself.
  virtual const std::optional<ArchivePlace>& archive_place() const = 0;
  // Pages of the file that are not needed any more leave memory; they come back if touched. Of so many equal
  // parts one, as it takes its time and several threads can share it.
  virtual void release_pages(std::size_t part = 0, std::size_t parts = 1) const = 0;
  // The same of some bytes; nothing happens where these are not the file's own, but were unpacked.
  virtual void release_pages(Bytes part) const = 0;
};

// What the image in a file is called: without ".debug", and without what Android's tools put behind the names
// of debug files ("libx.so.dbg", "libx.so.sym").
std::string_view image_name_of(std::string_view file_name);

// Does the beginning of a file look like an image: ELF, Mach-O, PE, PDB, WebAssembly, a kernel; or like a
// cabinet, in which a symbol server keeps one? Cheap: for walking folders.
bool looks_like_image(Bytes beginning);

// Does it look like an archive, in which images may lie (.apk, .aab, .aar, .zip)?
bool looks_like_archive(Bytes beginning);
// The same of a file, which may lie in an archive itself.
bool is_archive(const std::string& path);

// ELF, Mach-O thin or fat, PE or PDB; also one in an archive ("app.apk!/lib/arm64-v8a/libx.so"). Errors name
// the file and say what it is instead.
Result<std::unique_ptr<File>> open_file(const std::string& path);
// The same, for one of several files that together may become no more than the budget allows.
Result<std::unique_ptr<File>> open_file(const std::string& path,
                                        const std::shared_ptr<io::UnpackBudget>& budget);

// The files to open for a path: a .dSYM bundle's Contents/Resources/DWARF/*, the images in an archive,
// otherwise the path itself. What lies in a bundle beside images and is none is passed over, and said; so is
// what may be an image in an archive, but cannot be read.
Result<std::vector<std::string>> files_of(
    const std::string& path, const WarningSink& warn = [](const std::string&) {});

// Between the path of an archive and that of a file in it.
inline constexpr std::string_view entry_mark = "!/";
// Whether a path leads into an archive that is there.
bool leads_into_archive(const std::string& path);

// The paths of the images in an archive, and in archives within it.
Result<std::vector<std::string>> images_in_archive(const std::string& path, const WarningSink& warn);

// Whether a path leads to what lies in a dSYM bundle beside its DWARF: files that dsymutil was told to embed,
// which may be programs, but are not what the bundle is about.
bool is_embedded_in_bundle(std::string_view path);

// From memory; `bytes` must outlive the File. `path` is for messages and the name.
Result<std::unique_ptr<File>> open_bytes(Bytes bytes, const std::string& path);
// The same, for one of several that share a budget.
Result<std::unique_ptr<File>> open_bytes(Bytes bytes, const std::string& path,
                                         const std::shared_ptr<io::UnpackBudget>& budget);

}  // namespace symkit::container

// Opens a path and finds the images in it.
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

// Where a file that was read from an archive is located.
struct ArchiveMember {
  std::string archive;  // the archive's file name
  // Where the file begins in it, if it is stored uncompressed: logs may give only that.
  std::optional<std::uint64_t> begins_at = {};
};

// An opened file and the images in it: one for ELF, PE and thin Mach-O, one per slice for a fat Mach-O.
// Images refer to the file and live as long as it does.
class File {
 public:
  virtual ~File() = default;
  virtual const std::string& path() const = 0;
  // The image's name in logs: the file's name, without ".debug".
  virtual std::string name() const = 0;
  virtual const std::vector<std::unique_ptr<Image>>& images() const = 0;
  // The complete file, decompressed if it was compressed.
  virtual Bytes bytes() const = 0;
  // Nothing for a file by itself.
  virtual const std::optional<ArchiveMember>& archive_place() const = 0;
  // Releases pages of the file that are not needed any more; they come back if touched. Releases one of
  // `parts` equal parts, so that several threads can share the work.
  virtual void release_pages(std::size_t part = 0, std::size_t parts = 1) const = 0;
  // The same for some bytes; does nothing if these are not the file's own, but were decompressed.
  virtual void release_pages(Bytes part) const = 0;
};

// The name of the image in a file: without ".debug", and without the suffixes of Android's tools for
// debug files ("libx.so.dbg", "libx.so.sym").
std::string_view image_name_of(std::string_view file_name);

// Whether the beginning of a file looks like an image (ELF, Mach-O, PE, PDB, WebAssembly, a kernel) or
// like a cabinet, in which symbol servers store images. Cheap enough for walking folders.
bool looks_like_image(Bytes beginning);

// Whether it looks like an archive that may contain images (.apk, .aab, .aar, .zip).
bool looks_like_archive(Bytes beginning);
// The same for a file, which may itself be in an archive.
bool is_archive(const std::string& path);

// Opens an ELF, thin or fat Mach-O, PE or PDB; also one in an archive ("app.apk!/lib/arm64-v8a/libx.so").
// Errors name the file and say what it is instead.
Result<std::unique_ptr<File>> open_file(const std::string& path);
// The same, for one of several files that together may decompress only to what the budget allows.
Result<std::unique_ptr<File>> open_file(const std::string& path,
                                        const std::shared_ptr<io::UnpackBudget>& budget);

// The files to open for a path: a .dSYM bundle's Contents/Resources/DWARF/*, the images in an archive,
// otherwise the path itself. Other files next to the images in a bundle are skipped with a warning, and
// so are files in an archive that may be images but cannot be read.
Result<std::vector<std::string>> files_of(
    const std::string& path, const WarningSink& warn = [](const std::string&) {});

// Separates the path of an archive from that of a file in it.
inline constexpr std::string_view entry_mark = "!/";
// Whether a path leads into an existing archive.
bool leads_into_archive(const std::string& path);

// The paths of the images in an archive, and in nested archives.
Result<std::vector<std::string>> images_in_archive(const std::string& path, const WarningSink& warn);

// Whether a path leads to a file next to the DWARF in a dSYM bundle: files that dsymutil embeds on
// request. They may be programs, but are not the bundle's content.
bool is_embedded_in_bundle(std::string_view path);

// Opens bytes in memory, which must outlive the File. `path` is for messages and the name. Several files
// may share a budget.
Result<std::unique_ptr<File>> open_bytes(
    Bytes bytes, const std::string& path,
    const std::shared_ptr<io::UnpackBudget>& budget = std::make_shared<io::UnpackBudget>());

}  // namespace symkit::container

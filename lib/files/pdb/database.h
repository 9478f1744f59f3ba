// A PDB as a whole: its id, the image's sections, the list of modules, and the names that all modules
// share. module.h reads the content of a module.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "files/pdb/contributions.h"
#include "files/pdb/msf.h"
#include "files/pdb/other_modules.h"
#include "files/pdb/rearrangement.h"
#include "ground/base/bytes.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"

namespace symkit::pdb {

inline constexpr std::uint16_t no_stream = 0xffff;

struct Section {
  std::string_view name;
  std::uint32_t rva = 0;
  std::uint32_t size = 0;
  std::uint32_t flags = 0;  // as in PE
};

struct ModuleInfo {
  std::string_view name;
  std::uint16_t stream = no_stream;
  std::uint32_t symbol_bytes = 0;
  std::uint32_t old_line_bytes = 0;
  std::uint32_t line_bytes = 0;

  std::uint16_t left_out_stream = no_stream;  // in an excerpt, which reads only exports there

  bool has_stream() const { return stream != no_stream; }
  std::uint16_t stream_with_exports() const { return has_stream() ? stream : left_out_stream; }
  // Its symbols in the stream, after their signature.
  Bytes symbols_in(Bytes bytes) const {
    constexpr std::uint32_t signature_size = 4;
    return symbol_bytes < signature_size ? Bytes()
                                         : slice(bytes, signature_size, symbol_bytes - signature_size);
  }
  std::uint64_t size() const { return std::uint64_t{symbol_bytes} + old_line_bytes + line_bytes; }
  // Its information on lines and on other modules; empty if the stream is too short.
  Bytes subsections_in(Bytes bytes) const {
    return slice(bytes, std::uint64_t{symbol_bytes} + old_line_bytes, line_bytes);
  }
};

struct Public {
  std::uint32_t rva = 0;      // in the image
  std::uint32_t section = 0;  // its number in sections()
  std::string_view name;      // as known to the linker
  bool is_function = false;
};

class Database {
 public:
  // `file` must outlive it.
  static Result<std::unique_ptr<Database>> open(Bytes file);

  // An excerpt with only what is needed for these places: the functions that contain or precede them, and
  // their public names. `starts`: where functions begin according to the image, sorted. Null if one of
  // the places belongs to no module, or code was rearranged.
  Result<std::unique_ptr<Database>> around(std::span<const std::uint32_t> rvas,
                                           std::span<const std::uint32_t> starts) const;
  bool is_excerpt() const { return !only_.empty(); }
  // Whether any of this code is wanted: an excerpt can still contain other code.
  bool wants(std::uint32_t begin, std::uint32_t end) const;

  const ImageId& id() const { return id_; }
  std::uint16_t machine() const { return machine_; }  // as in PE
  std::uint64_t size() const { return size_; }
  const std::vector<Section>& sections() const { return sections_; }
  const std::vector<ModuleInfo>& modules() const { return modules_; }
  // The total size of all modules, as stored in the file.
  std::uint64_t module_bytes() const;
  const Msf& streams() const { return *msf_; }

  // The address as linked of a section (from 1) and an offset; nothing if there is none.
  std::optional<std::uint32_t> rva_of(std::uint16_t section, std::uint32_t offset) const;
  // Converts addresses as linked to those in the image; usually they are equal.
  const Rearrangement& rearrangement() const { return rearrangement_; }
  // From the table that all modules use for file names; empty if there is none at the offset.
  std::string_view file_name(std::uint32_t offset) const;
  // The id of a function that a module imports from another; nothing if that is not certain. From any
  // thread.
  std::optional<std::uint32_t> id_of(const Imports::Import& import) const {
    return exports_.find(*this, import);
  }

  // Reads the names known to the linker, sorted by address, in file order if several share one. They are
  // views of `records`, which must live as long.
  Result<std::vector<Public>> publics(Stream& records) const;

  // Types, and functions as inlined calls refer to them.
  Result<Stream> types() const { return msf_->read(types_stream); }
  Result<Stream> ids() const { return msf_->read(ids_stream); }

 private:
  static constexpr std::size_t types_stream = 2, ids_stream = 4;

  Result<void> read_information(std::uint32_t& names_stream, Bytes& guid, Stream& kept);
  Result<void> read_debug_information(Bytes guid);
  Result<void> read_modules(Bytes records);
  Result<void> read_sections(Bytes numbers);
  Result<void> read_rearrangement(Bytes numbers);
  std::optional<std::uint32_t> section_at(std::uint32_t rva) const;
  std::optional<std::vector<std::uint32_t>> records_round(Bytes records) const;
  struct Wanted {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint16_t section = 0;
    std::uint32_t offset = 0;
  };
  bool are_of_modules(std::span<const std::uint32_t> places) const;
  Result<bool> want_places(std::span<const std::uint32_t> places, std::span<const std::uint32_t> starts);
  void leave_out_modules();
  Result<void> want_functions();
  void add_functions(Bytes records, std::vector<Wanted>& found) const;
  void merge_wanted();
  void take_public(std::uint16_t kind, Bytes body, std::vector<Public>& found) const;
  Result<void> read_names(std::uint32_t stream);

  std::unique_ptr<Msf> msf_;
  std::uint64_t size_ = 0;
  ImageId id_;
  std::uint16_t machine_ = 0;
  std::uint16_t public_records_ = no_stream;
  std::uint16_t public_index_ = no_stream;
  Bytes contributions_;
  std::vector<Wanted> only_;  // the content of an excerpt, sorted, not overlapping
  Stream debug_information_;
  Stream section_headers_;
  Stream names_;
  Bytes name_texts_;
  Stream linked_section_headers_;
  std::vector<Section> sections_;
  std::vector<Section> linked_sections_;  // empty: the same
  Rearrangement rearrangement_;
  std::vector<ModuleInfo> modules_;
  mutable Exports exports_;
};

}  // namespace symkit::pdb

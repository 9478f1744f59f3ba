// A PDB as a whole: whose it is, where the image's sections are, which modules it has, and the names that all
// modules share. What a module holds is in module.h.
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
  std::uint32_t flags = 0;  // as PE has them
};

struct ModuleInfo {
  std::string_view name;
  std::uint16_t stream = no_stream;
  std::uint32_t symbol_bytes = 0;
  std::uint32_t old_line_bytes = 0;
  std::uint32_t line_bytes = 0;

  std::uint16_t left_out_stream = no_stream;  // of an excerpt, which reads only exports there

  bool has_stream() const { return stream != no_stream; }
  std::uint16_t stream_with_exports() const { return has_stream() ? stream : left_out_stream; }
  // Its symbols, behind their signature, in the stream.
  Bytes symbols_in(Bytes bytes) const {
    constexpr std::uint32_t signature_size = 4;
    return symbol_bytes < signature_size ? Bytes()
                                         : slice(bytes, signature_size, symbol_bytes - signature_size);
  }
  std::uint64_t size() const { return std::uint64_t{symbol_bytes} + old_line_bytes + line_bytes; }
  // What it says of lines and of other modules; empty where the stream is too short.
  Bytes subsections_in(Bytes bytes) const {
    return slice(bytes, std::uint64_t{symbol_bytes} + old_line_bytes, line_bytes);
  }
};

struct Public {
  std::uint32_t rva = 0;      // in the image
  std::uint32_t section = 0;  // its number in sections()
  std::string_view name;      // as the linker knows it
  bool is_function = false;
};

class Database {
 public:
  // `file` must outlive it.
  static Result<std::unique_ptr<Database>> open(Bytes file);

  // The same with no more than what answers for these places: the functions that they are of or lie behind,
  // and their public names. `starts`: where the image says that functions begin, rising. Null where one of
  // the places is of no module, or code was rearranged.
  Result<std::unique_ptr<Database>> around(std::span<const std::uint32_t> rvas,
                                           std::span<const std::uint32_t> starts) const;
  bool is_excerpt() const { return !only_.empty(); }
  // Whether some of the code there is of interest: an excerpt has the rest as well, for whoever finds it.
  bool wants(std::uint32_t begin, std::uint32_t end) const;

  const ImageId& id() const { return id_; }
  std::uint16_t machine() const { return machine_; }  // as PE has it
  std::uint64_t size() const { return size_; }
  const std::vector<Section>& sections() const { return sections_; }
  const std::vector<ModuleInfo>& modules() const { return modules_; }
  // Of all modules, as they lie in the file.
  std::uint64_t module_bytes() const;
  const Msf& streams() const { return *msf_; }

  // Where a place is, as linked, that is said by section (from 1) and offset; nothing where there is none.
  std::optional<std::uint32_t> rva_of(std::uint16_t section, std::uint32_t offset) const;
  // From there to the image; mostly the two are the same.
  const Rearrangement& rearrangement() const { return rearrangement_; }
  // Of the table that all modules name their files with; empty where it has none there.
  std::string_view file_name(std::uint32_t offset) const;
  // The id of a function that a module has from another; nothing where that is not certain. From any thread.
  std::optional<std::uint32_t> id_of(const Imports::Import& import) const {
    return exports_.find(*this, import);
  }

  // Reads the names that the linker knew, by address, in the order of the file where several share one. They
  // are views of `records`, which must live as long.
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
  std::vector<Wanted> only_;  // of an excerpt: what it has, rising and apart
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

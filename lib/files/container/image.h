// One image from an ELF, Mach-O or PE file, or from a PDB: its identity, its sections as views of the
// mapped file, its symbols. Nothing is copied unnecessarily: only compressed or relocated sections get
// memory of their own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/address.h"
#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "ground/base/code_segment.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"

namespace symkit::pdb {
class Database;
}

namespace symkit::container {

enum class Format : std::uint8_t { Elf, MachO, Pe, Pdb, Wasm };

enum class FileType : std::uint8_t { Executable, SharedLibrary, Object, DebugCompanion, Other };

enum class Compression : std::uint8_t { None, Zlib, Zstd, Unknown };

struct Section {
  std::string_view name;     // as in the file: ".debug_info", ".zdebug_info", "__debug_info"
  std::string_view segment;  // Mach-O: "__DWARF"; ELF: empty
  FileAddress address;       // ET_REL: from the layout (see Image); otherwise as in the file
  std::uint64_t size = 0;    // in memory, or decompressed
  Bytes data;  // as stored in the file, without a compression header; empty for NOBITS/zero-fill
  Compression compression = Compression::None;
  bool allocated = false;  // part of the running image
  bool code = false;       // holds instructions
};

enum class SymbolKind : std::uint8_t { Function, IndirectFunction, Data, Unspecified };
enum class Binding : std::uint8_t { Local, Global, Weak };

struct Symbol {
  std::string_view name;   // as in the file (Mach-O: with its leading underscore)
  FileAddress address;     // Thumb bit cleared
  std::uint64_t size = 0;  // 0 if the format or the file does not give it
  SymbolKind kind = SymbolKind::Unspecified;
  Binding binding = Binding::Local;
  bool in_code = false;               // its section holds instructions
  std::uint32_t section = 0;          // index into Image::sections()
  std::string_view source_file = {};  // of a local symbol, if the table has it (ELF: STT_FILE)
};

struct DebugLink {
  std::string_view file;  // .gnu_debuglink: a name, not a path
  std::uint32_t crc = 0;
};

class Image {
 public:
  virtual ~Image() = default;

  virtual Format format() const = 0;
  virtual FileType type() const = 0;
  virtual Architecture architecture() const = 0;
  virtual Endian endian() const = 0;
  virtual unsigned address_size() const = 0;  // 4 or 8
  // The file as it is; for a fat file, the slice: for code that supports only one format.
  virtual Bytes bytes() const { return {}; }
  virtual const std::optional<ImageId>& id() const = 0;

  // The preferred address of the image's first text segment. Mach-O: __TEXT's vmaddr. ELF: the page of
  // the first PT_LOAD's p_vaddr (vmlinux lists its per-cpu segment, which begins at 0, later). PE: the
  // image base, so that offsets are RVAs. 0 for object files. Sections of ELF object files have no
  // addresses (those of Mach-O do): allocated code sections are laid out one after the other from 0, in
  // file order and with their alignment, then the other allocated ones; symbols and relocations are
  // adjusted.
  virtual FileAddress text_base() const = 0;

  // Numbered as in the file: for ELF the null section is the first one, without a name or size.
  virtual const std::vector<Section>& sections() const = 0;

  // A section's content: decompressed, and with relocations applied in object files (never in linked
  // ones). Decompressed bytes belong to the image and stay in place. Safe to call from several threads at
  // once for different sections. `section` must be one of sections(), not a copy.
  virtual Result<Bytes> contents(const Section& section) const = 0;

  // The same for reading while the bytes are being made: `ready` is called, on the calling thread, with
  // the contents and how many of their bytes are final, at the end all of them. It is called only once if
  // another thread makes them, or they cannot be made bit by bit. Final bytes stay readable also after an
  // error. If it returns false, nothing more is made, and the section is not to be had.
  using Ready = std::function<bool(Bytes contents, std::size_t final_bytes)>;
  virtual Result<Bytes> contents_as_made(const Section& section, const Ready& ready) const;

  // The section that DWARF calls `name` ("debug_info", "debug_str_offsets"), in the format's spelling:
  // ".debug_info", ".zdebug_info", "__debug_info", or a name cut at 16 characters. Null if there is none.
  const Section* debug_section(std::string_view name) const;

  // .symtab, else .dynsym; nlist; COFF's table, else exports. Defined symbols in allocated sections only:
  // no stabs, no undefined, no STT_SECTION/STT_FILE/STT_TLS, no mapping symbols ($a $t $d $x, RISC-V's
  // ".L0 "). In file order.
  virtual Result<std::vector<Symbol>> symbols() const = 0;

  // Those of them that decide what is at the addresses from `first` to `last`; they do so for all of
  // [begin, end).
  struct Nearby {
    std::vector<Symbol> symbols;
    FileAddress begin = {};
    FileAddress end = {UINT64_MAX};
  };
  // Nothing if they cannot be found faster than by nearby_of() among all symbols.
  virtual Result<std::optional<Nearby>> symbols_near(FileAddress /*first*/, FileAddress /*last*/) const {
    return std::nullopt;
  }
  Nearby nearby_of(std::span<const Symbol> all, FileAddress first, FileAddress last) const;

  // Those of them that have a name or are a version of it (is_named_or_version).
  struct Named {
    std::vector<Symbol> symbols;
    bool has_local_functions = false;  // the table has functions that no other file may link to
  };
  // Nothing if they cannot be found faster than by named_among() all symbols.
  virtual Result<std::optional<Named>> symbols_named(std::string_view /*name*/) const { return std::nullopt; }
  Named named_among(std::span<const Symbol> all, std::string_view name) const;

  // LC_FUNCTION_STARTS, .pdata; empty if the image has none.
  virtual Result<std::vector<FileAddress>> function_starts() const = 0;

  // A symbol's name without Mach-O's leading underscore.
  std::string_view plain_name(std::string_view name) const;

  virtual std::optional<DebugLink> debug_link() const = 0;
  // PE: the name of the linker's PDB, without folders; empty if it wrote none.
  virtual std::string_view pdb_name() const { return {}; }
  // A PDB itself, or, for PE, the one that is next to the file and has its id. Null if there is none; an
  // error says what is wrong with it.
  virtual Result<const pdb::Database*> program_database() const { return nullptr; }

  // ELF: the segments that are mapped as code. Logs for other formats do not refer to them.
  virtual std::vector<CodeSegment> code_segments() const { return {}; }
};

}  // namespace symkit::container

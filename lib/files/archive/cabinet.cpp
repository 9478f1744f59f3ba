#include "files/archive/cabinet.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <mspack.h>
#include <vector>

#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::archive {
namespace {

constexpr std::size_t count_at = 28;
constexpr const char* input_name = "in";
constexpr const char* output_name = "out";

// libmspack reads and writes files through callbacks; here they are in memory. At most the size in the
// cabinet's header is accepted.
struct Memory : mspack_system {
  Bytes input;
  std::vector<std::uint8_t> output;
  std::size_t size = 0;
};

struct OpenFile : mspack_file {
  Memory* memory = nullptr;
  bool is_input = false;
  std::size_t at = 0;
};

OpenFile& of(mspack_file* file) { return *static_cast<OpenFile*>(file); }

mspack_file* open_file(mspack_system* system, const char* name, int) {
  auto file = std::make_unique<OpenFile>();
  file->memory = static_cast<Memory*>(system);
  file->is_input = name == input_name;
  return file.release();
}

void close_file(mspack_file* file) { delete &of(file); }

int read_file(mspack_file* file, void* buffer, int wanted) {
  OpenFile& in = of(file);
  if (!in.is_input || wanted < 0) return -1;
  const Bytes rest = in.memory->input.subspan(in.at);
  const std::size_t size = std::min(rest.size(), static_cast<std::size_t>(wanted));
  if (size != 0) std::memcpy(buffer, rest.data(), size);
  in.at += size;
  return static_cast<int>(size);
}

int write_file(mspack_file* file, void* buffer, int size) {
  const OpenFile& out = of(file);
  std::vector<std::uint8_t>& output = out.memory->output;
  if (out.is_input || size < 0 || static_cast<std::size_t>(size) > out.memory->size - output.size())
    return -1;
  const auto* bytes = static_cast<const std::uint8_t*>(buffer);
  output.insert(output.end(), bytes, bytes + size);
  return size;
}

int seek_file(mspack_file* file, off_t offset, int mode) {
  OpenFile& in = of(file);
  const auto end = static_cast<off_t>(in.memory->input.size());
  const off_t from = mode == MSPACK_SYS_SEEK_CUR   ? static_cast<off_t>(in.at)
                     : mode == MSPACK_SYS_SEEK_END ? end
                                                   : 0;
  if (offset < -from || offset > end - from) return -1;
  in.at = static_cast<std::size_t>(from + offset);
  return 0;
}

off_t tell_file(mspack_file* file) { return static_cast<off_t>(of(file).at); }
void be_silent(mspack_file*, const char*, ...) {}
void* take_memory(mspack_system*, std::size_t size) { return std::malloc(size); }
void free_memory(void* memory) { std::free(memory); }
void copy_memory(void* from, void* to, std::size_t size) { std::memcpy(to, from, size); }

Memory memory_of(Bytes file) {
  Memory memory{};
  memory.open = open_file;
  memory.close = close_file;
  memory.read = read_file;
  memory.write = write_file;
  memory.seek = seek_file;
  memory.tell = tell_file;
  memory.message = be_silent;
  memory.alloc = take_memory;
  memory.free = free_memory;
  memory.copy = copy_memory;
  memory.input = file;
  return memory;
}

std::string_view reason(int error) {
  switch (error) {
    case MSPACK_ERR_NOMEMORY: return "not enough memory";
    case MSPACK_ERR_CHECKSUM: return "a checksum does not match";
    case MSPACK_ERR_READ:
    case MSPACK_ERR_SEEK: return "it is truncated";
    default: return "its contents do not have the declared size";
  }
}

std::string_view without_folders(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

Result<CabinetFile> unpack_first(mscab_decompressor& decompressor, Memory& memory, io::UnpackBudget& budget) {
  const std::unique_ptr<mscabd_cabinet, std::function<void(mscabd_cabinet*)>> cabinet(
      decompressor.open(&decompressor, input_name),
      [&](mscabd_cabinet* opened) { decompressor.close(&decompressor, opened); });
  if (!cabinet || cabinet->files == nullptr)
    return fail(say("is a broken cabinet: ", reason(decompressor.last_error(&decompressor))));
  const mscabd_file& only = *cabinet->files;
  if (const auto allowed = budget.take(only.length); !allowed) return fail(allowed.error());
  memory.size = only.length;
  memory.output.reserve(std::min<std::size_t>(only.length, memory.input.size() * 4));
  const int error = decompressor.extract(&decompressor, cabinet->files, output_name);
  if (error != MSPACK_ERR_OK) return fail(say("is a broken cabinet: ", reason(error)));
  if (memory.output.size() != memory.size)
    return fail("is a broken cabinet: its contents do not have the declared size");
  return CabinetFile{std::string(without_folders(only.filename)), io::blob_of(std::move(memory.output))};
}

}  // namespace

bool looks_like_cabinet(Bytes beginning) {
  Cursor at(beginning, Endian::Little);
  const bool has_magic = as_text(at.bytes(4)) == "MSCF" && at.u32() == 0;
  at.seek(count_at);
  return has_magic && at.u16() == 1 && !at.failed();
}

Result<CabinetFile> unpack_cabinet(Bytes file, io::UnpackBudget& budget) {
  Memory memory = memory_of(file);
  const std::unique_ptr<mscab_decompressor, decltype(&mspack_destroy_cab_decompressor)> decompressor(
      mspack_create_cab_decompressor(&memory), mspack_destroy_cab_decompressor);
  if (!decompressor) return fail("is a cabinet that does not fit into memory");
  return unpack_first(*decompressor, memory, budget);
}

}  // namespace symkit::archive

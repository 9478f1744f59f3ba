#include "intake/mappings.h"

#include <array>
#include <fcntl.h>
#include <unistd.h>

#include "base/words.h"
#include "io/input.h"
#include "io/unpacked.h"
#include "retrace/mapping_index.h"
#include "retrace/mapping_writer.h"

namespace symkit::intake {
namespace {

constexpr std::size_t beginning_size = 8192;

std::string beginning_of(const std::string& path) {
  std::string beginning(beginning_size, '\0');
  // Opened so that a FIFO, which has no beginning to look at, is not waited for.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return {};
  const ssize_t size = ::pread(file, beginning.data(), beginning.size(), 0);
  ::close(file);
  beginning.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return beginning;
}

std::string unpacked_beginning_of(const std::string& path) {
  const auto input = io::Input::open(path);
  if (!input) return {};
  std::string beginning(beginning_size, '\0');
  const auto size = (*input)->read(beginning);
  beginning.resize(size.value_or(0));
  return beginning;
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// What the store's index was made from; nothing where there is none that can be read.
std::optional<std::uint64_t> stamp_of_stored_mapping(const std::string& path) {
  const auto file = io::MappedFile::open(path);
  if (!file) return std::nullopt;
  const auto index = retrace::MappingIndex::of_bytes(file->bytes());
  if (!index) return std::nullopt;
  return (*index)->source_stamp();
}

Result<std::unique_ptr<retrace::TextMapping>> open_mapping(const std::string& path, const Options& options) {
  const auto ignore = [](const std::string&) {};
  auto mapping = retrace::TextMapping::open(path, options.watch.warn, ignore);
  if (!mapping) return fail(mapping.error());
  if ((*mapping)->class_count() == 0) return fail(say(path, ": is a mapping without classes"));
  return mapping;
}

Indexed describe(const std::string& path, const retrace::TextMapping& mapping, const Options& options) {
  Indexed indexed;
  indexed.kind = store::mapping;
  indexed.name = base_name(path);
  indexed.id_text = mapping.map_id();
  indexed.id = mapping.map_id().empty() && !options.id.empty() ? options.id : retrace::id_of(mapping);
  return indexed;
}

Result<std::vector<std::uint8_t>> prepare(retrace::TextMapping& mapping, const Indexed& about,
                                          const Options& options) {
  options.watch.began(about.name, mapping.bytes().size());
  return retrace::write_mapping_index(mapping, {options.jobs, options.watch.advanced});
}

}  // namespace

bool is_mapping(const std::string& path) {
  const std::string beginning = beginning_of(path);
  if (io::looks_compressed(as_bytes(beginning)))
    return retrace::looks_like_mapping(unpacked_beginning_of(path));
  return retrace::looks_like_mapping(beginning);
}

Result<std::vector<Indexed>> index_mapping(const std::string& path, const store::Store& store,
                                           const Options& options) {
  const auto mapping = open_mapping(path, options);
  if (!mapping) return fail(mapping.error());
  // Nobody could find it again: no stack names it.
  if (options.leave_out_unusable && (*mapping)->map_id().empty()) return std::vector<Indexed>();
  Indexed indexed = describe(path, **mapping, options);
  indexed.path = store.path_of(indexed.id, store::mapping);
  if (!options.force && stamp_of_stored_mapping(indexed.path) == retrace::source_stamp(**mapping))
    return std::vector{std::move(indexed)};
  const auto bytes = prepare(**mapping, indexed, options);
  if (!bytes) return fail(bytes.error());
  const std::array parts = {Bytes(*bytes)};
  const auto stored = store.put(indexed.id, store::mapping, parts);
  if (!stored) return fail(stored.error());
  indexed.prepared = true;
  return std::vector{std::move(indexed)};
}

Result<std::vector<std::uint8_t>> mapping_bytes(const std::string& path, const Options& options,
                                                Indexed& about) {
  const auto mapping = open_mapping(path, options);
  if (!mapping) return fail(mapping.error());
  about = describe(path, **mapping, options);
  about.prepared = true;
  return prepare(**mapping, about, options);
}

}  // namespace symkit::intake

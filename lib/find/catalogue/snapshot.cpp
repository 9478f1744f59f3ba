#include "find/catalogue/snapshot.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "keep/index/envelope.h"

namespace symkit::catalogue {
namespace {

constexpr std::uint32_t magic = 0x434d5953;  // "SYMC"
constexpr std::uint32_t version = 3;
constexpr auto last_architecture = static_cast<std::uint8_t>(Architecture::Wasm64);

struct Header {
  std::uint32_t magic = catalogue::magic;
  std::uint32_t version = catalogue::version;
  std::uint64_t checksum = 0;  // of all that follows
  std::uint32_t folders = 0;
  std::uint32_t files = 0;
  std::uint32_t images = 0;
  std::uint32_t names = 0;
  std::uint32_t root = 0;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(Header) == 40);
constexpr std::size_t checked_from = 16;
constexpr std::size_t longest_name = 255;
// The longest name of an entry, times the depth to which nested archives are opened.
constexpr std::size_t longest_entry = std::size_t{5} << 16;

template <class Table>
void append(std::vector<std::uint8_t>& out, const Table& table) {
  const auto* begin = reinterpret_cast<const std::uint8_t*>(table.data());
  out.insert(out.end(), begin, begin + table.size() * sizeof(typename Table::value_type));
}

// Removes a table from the front of the bytes.
template <class Table>
bool take(Bytes& left, std::uint32_t count, Table& table) {
  constexpr std::size_t record = sizeof(typename Table::value_type);
  if (count > left.size() / record) return false;
  table.resize(count);
  if (count != 0) std::memcpy(table.data(), left.data(), count * record);
  left = left.subspan(count * record);
  return true;
}

bool within(Run run, std::size_t size) { return run.begin <= size && run.size <= size - run.begin; }

// The path of an entry in an archive, with folders and nested archives.
bool is_entry_path(std::string_view path) { return path.size() <= longest_entry && !path.contains('\0'); }

bool is_plain_name(std::string_view name) {
  return !name.empty() && name.size() <= longest_name && name != "." && name != ".." && !name.contains('/') &&
         !name.contains('\0');
}

// Runs follow one another without gaps, so nothing is in two folders.
bool follows(Run run, std::size_t& end, std::size_t size) {
  if (run.begin != end || !within(run, size)) return false;
  end += run.size;
  return true;
}

bool lies_in(const Snapshot& snapshot, const FolderRecord& inner, const FolderRecord& outer) {
  if (!within(inner.path, snapshot.names.size()) || inner.path.size > longest_path) return false;
  std::string_view path = snapshot.text(inner.path);
  const std::string_view above = snapshot.text(outer.path);
  if (!path.starts_with(above)) return false;
  path.remove_prefix(above.size());
  if (!above.empty() && !path.starts_with('/')) return false;
  return is_plain_name(above.empty() ? path : path.substr(1));
}

bool folders_fit(const Snapshot& snapshot) {
  const auto& folders = snapshot.folders;
  if (folders.empty() || folders[0].path.size != 0 || !within(folders[0].path, snapshot.names.size()))
    return false;
  std::size_t next_folder = 1, next_file = 0;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const FolderRecord& folder = folders[i];
    if (folder.folders.begin <= i || !follows(folder.folders, next_folder, folders.size()) ||
        !follows(folder.files, next_file, snapshot.files.size()))
      return false;
    for (const FolderRecord& inner : std::span(folders).subspan(folder.folders.begin, folder.folders.size))
      if (!lies_in(snapshot, inner, folder)) return false;
  }
  return next_folder == folders.size() && next_file == snapshot.files.size();
}

bool files_fit(const Snapshot& snapshot) {
  std::size_t next_image = 0;
  for (const FileRecord& file : snapshot.files)
    if (!within(file.name, snapshot.names.size()) || !is_plain_name(snapshot.text(file.name)) ||
        !follows(file.images, next_image, snapshot.images.size()))
      return false;
  return next_image == snapshot.images.size();
}

bool images_fit(const Snapshot& snapshot) {
  return std::ranges::all_of(snapshot.images, [&](const ImageRecord& image) {
    const Run link = image.debug_link;
    return image.architecture <= last_architecture && image.kind >= 1 && image.kind <= last_kind &&
           image.macho <= 1 && image.id_size <= ImageId::max_size && within(link, snapshot.names.size()) &&
           (link.size == 0 || is_plain_name(snapshot.text(link))) &&
           within(image.entry, snapshot.names.size()) && is_entry_path(snapshot.text(image.entry));
  });
}

bool consistent(const Snapshot& snapshot) {
  return folders_fit(snapshot) && files_fit(snapshot) && images_fit(snapshot);
}

}  // namespace

ImageRecord ImageRecord::of(const DescribedImage& image, std::string& names) {
  ImageRecord record;
  record.architecture = static_cast<std::uint8_t>(image.architecture);
  record.kind = static_cast<std::uint8_t>(image.kind);
  record.macho = image.macho ? 1 : 0;
  record.id_size = static_cast<std::uint8_t>(image.id.bytes().size());
  std::ranges::copy(image.id.bytes(), record.id);
  record.debug_bytes = image.debug_bytes;
  if (is_plain_name(image.debug_link)) {
    record.debug_link = {static_cast<std::uint32_t>(names.size()),
                         static_cast<std::uint32_t>(image.debug_link.size())};
    names += image.debug_link;
  }
  if (is_entry_path(image.entry)) {
    record.entry = {static_cast<std::uint32_t>(names.size()), static_cast<std::uint32_t>(image.entry.size())};
    names += image.entry;
  }
  return record;
}

DescribedImage ImageRecord::described(std::string_view names) const {
  return {ImageId::from_bytes({id, id_size}).value_or(ImageId{}),
          static_cast<Architecture>(architecture),
          static_cast<Kind>(kind),
          macho != 0,
          debug_bytes,
          std::string(names.substr(debug_link.begin, debug_link.size)),
          std::string(names.substr(entry.begin, entry.size))};
}

bool same_image(const ImageRecord& a, std::string_view names_of_a, const ImageRecord& b,
                std::string_view names_of_b) {
  return a.architecture == b.architecture && a.kind == b.kind && a.macho == b.macho &&
         a.id_size == b.id_size && std::ranges::equal(a.id, b.id) && a.debug_bytes == b.debug_bytes &&
         names_of_a.substr(a.debug_link.begin, a.debug_link.size) ==
             names_of_b.substr(b.debug_link.begin, b.debug_link.size) &&
         names_of_a.substr(a.entry.begin, a.entry.size) == names_of_b.substr(b.entry.begin, b.entry.size);
}

std::string Snapshot::path_of(const FolderRecord& folder, const FileRecord& file) const {
  std::string path(text(folder.path));
  if (!path.empty()) path += '/';
  return path += text(file.name);
}

std::vector<std::uint8_t> Snapshot::encode() const {
  Header header;
  header.folders = static_cast<std::uint32_t>(folders.size());
  header.files = static_cast<std::uint32_t>(files.size());
  header.images = static_cast<std::uint32_t>(images.size());
  header.names = static_cast<std::uint32_t>(names.size());
  header.root = static_cast<std::uint32_t>(root.size());
  std::vector<std::uint8_t> out(sizeof header);
  std::memcpy(out.data(), &header, sizeof header);
  append(out, folders);
  append(out, files);
  append(out, images);
  append(out, names);
  append(out, root);
  header.checksum = index::checksum_of(Bytes(out).subspan(checked_from));
  std::memcpy(out.data(), &header, sizeof header);
  return out;
}

Result<Snapshot> Snapshot::decode(Bytes bytes) {
  Header header;
  if (bytes.size() < sizeof header) return fail("is truncated");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != magic) return fail("is not a catalogue");
  if (header.version != version) return fail("is a catalogue of another version");
  if (header.checksum != index::checksum_of(bytes.subspan(checked_from))) return fail("is damaged");
  Snapshot snapshot;
  Bytes left = bytes.subspan(sizeof header);
  const bool whole = take(left, header.folders, snapshot.folders) &&
                     take(left, header.files, snapshot.files) && take(left, header.images, snapshot.images) &&
                     take(left, header.names, snapshot.names) && take(left, header.root, snapshot.root) &&
                     left.empty();
  if (!whole || !consistent(snapshot)) return fail("is damaged");
  return snapshot;
}

}  // namespace symkit::catalogue

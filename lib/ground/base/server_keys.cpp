#include "ground/base/server_keys.h"

#include <algorithm>

#include "ground/base/characters.h"
#include "ground/base/guid.h"
#include "ground/base/words.h"

namespace symkit {
namespace {

bool is_pdb_name(std::string_view name) {
  constexpr std::string_view extension = ".pdb";
  return name.size() > extension.size() &&
         std::ranges::equal(name.substr(name.size() - extension.size()), extension, {}, lower_case);
}

// "app.pdb" for "app.exe"; a log may also name the PDB itself.
std::string pdb_name_of(std::string_view image) {
  if (is_pdb_name(image)) return std::string(image);
  const std::size_t point = image.rfind('.');
  return say(image.substr(0, point == 0 ? image.size() : point), ".pdb");
}

// The size has no leading zeros.
std::string as_pe_server_key(std::string_view code_id) {
  return in_upper_case(code_id.substr(0, 8)) + in_lower_case(code_id.substr(8));
}

// SSQP pads a short build id with zeros; not every server does.
std::vector<std::string> build_ids_of(const ImageId& id) {
  constexpr std::size_t digits_of_build_id = 40;
  std::string filled = id.hex();
  if (filled.size() >= digits_of_build_id) return {filled};
  filled.resize(digits_of_build_id, '0');
  return {filled, id.hex()};
}

}  // namespace

std::vector<ServerKey> server_keys(const ImageReference& image) {
  std::vector<ServerKey> keys;
  const bool has_name = is_server_name(image.name);
  if (image.id.is_guid_and_age()) {
    const std::string pdb = is_server_name(image.debug_name) ? std::string(image.debug_name)
                            : has_name                       ? pdb_name_of(image.name)
                                                             : std::string();
    if (!pdb.empty()) keys.push_back({pdb, in_upper_case(image.id.hex())});
    if (has_name && is_pe_server_key(image.code_id))
      keys.push_back({std::string(image.name), as_pe_server_key(image.code_id), true});
    return keys;
  }
  const std::vector<std::string> build_ids = build_ids_of(image.id);
  const bool may_be_uuid = image.id.bytes().size() == guid_size;
  for (const std::string& digits : build_ids) keys.push_back({"_.debug", "elf-buildid-sym-" + digits});
  if (may_be_uuid) keys.push_back({"_.dwarf", "mach-uuid-sym-" + image.id.hex()});
  if (!has_name) return keys;
  for (const std::string& digits : build_ids)
    keys.push_back({std::string(image.name), "elf-buildid-" + digits, true});
  if (may_be_uuid) keys.push_back({std::string(image.name), "mach-uuid-" + image.id.hex(), true});
  return keys;
}

std::vector<std::string> breakpad_digits(const ImageId& id) {
  std::vector<std::uint8_t> bytes(id.bytes().begin(), id.bytes().end());
  bytes.resize(guid_size);
  const ImageId beginning = *ImageId::from_bytes(bytes);
  return {with_guid_order(beginning).hex(), beginning.hex()};
}

bool is_pe_server_key(std::string_view key) {
  return key.size() > 8 && key.size() <= 16 && std::ranges::all_of(key, is_hex_digit);
}

std::string name_in_cabinet(std::string_view name) {
  return name.empty() ? std::string() : say(name.substr(0, name.size() - 1), '_');
}

std::string_view server_shelf(std::string_view name) { return name.substr(0, 2); }

std::vector<std::string> ends_of_pointer(std::string_view text) {
  constexpr std::string_view mark = "PATH:";
  constexpr std::size_t longest = 4096, most = 64;
  std::vector<std::string> ends;
  if (!text.starts_with(mark) || text.size() > longest) return ends;
  std::string path(trimmed(text.substr(mark.size(), text.find('\n', mark.size()) - mark.size())));
  std::ranges::replace(path, '\\', '/');
  for (std::size_t at = 0; at < path.size() && ends.size() < most;) {
    ends.push_back(path.substr(at));
    at = std::min(path.find('/', at), path.size() - 1) + 1;
  }
  return ends;
}

bool is_server_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\0", 2)) == name.npos;
}

}  // namespace symkit

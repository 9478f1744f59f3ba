#include "base/server_keys.h"

#include <algorithm>

#include "base/characters.h"
#include "base/words.h"

namespace symkit {
namespace {

bool is_pdb_name(std::string_view name) {
  constexpr std::string_view extension = ".pdb";
  return name.size() > extension.size() &&
         std::ranges::equal(name.substr(name.size() - extension.size()), extension, {}, lower_case);
}

// "app.pdb" of "app.exe"; a log may also name the PDB itself.
std::string pdb_name_of(std::string_view image) {
  if (is_pdb_name(image)) return std::string(image);
  const std::size_t point = image.rfind('.');
  return say(image.substr(0, point == 0 ? image.size() : point), ".pdb");
}

}  // namespace

std::vector<ServerKey> server_keys(const ImageId& id, std::string_view image_name) {
  const std::string digits = id.hex();
  std::vector<ServerKey> keys = {{"_.debug", "elf-buildid-sym-" + digits},
                                 {"_.dwarf", "mach-uuid-sym-" + digits}};
  if (!is_server_name(image_name)) return keys;
  if (id.is_guid_and_age()) keys.push_back({pdb_name_of(image_name), in_upper_case(digits)});
  keys.push_back({std::string(image_name), "elf-buildid-" + digits});
  keys.push_back({std::string(image_name), "mach-uuid-" + digits});
  return keys;
}

bool is_pe_server_key(std::string_view key) {
  return key.size() > 8 && key.size() <= 16 && std::ranges::all_of(key, is_hex_digit);
}

std::string name_in_cabinet(std::string_view name) {
  return name.empty() ? std::string() : say(name.substr(0, name.size() - 1), '_');
}

std::string_view server_shelf(std::string_view name) { return name.substr(0, 2); }

bool is_server_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\0", 2)) == name.npos;
}

}  // namespace symkit

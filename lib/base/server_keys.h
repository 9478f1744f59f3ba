// Where symbol servers keep a file (SymStore, SSQP), whether the server is a folder or answers for URLs:
// NAME/KEY/NAME, where the key tells builds apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/image_id.h"

namespace symkit {

struct ServerKey {
  std::string name;
  std::string key;

  bool operator==(const ServerKey&) const = default;
};

// What there may be of an image that a log calls so, debug information first: of ELF and Mach-O under the id,
// of Windows' images the PDB under GUID and age.
std::vector<ServerKey> server_keys(const ImageId& id, std::string_view image_name);

// Whether a key may be that of a PE file: its timestamp in eight digits, and the size of the image. An id
// does not tell it, so that whoever has no more looks at each.
bool is_pe_server_key(std::string_view key);

// "app.pd_": what a file is called there where it is packed in a cabinet.
std::string name_in_cabinet(std::string_view name);

// The folder above NAME on servers with an index2.txt: the first two letters.
std::string_view server_shelf(std::string_view name);

// Whether a name stands for one file of a folder, and does not lead elsewhere.
bool is_server_name(std::string_view name);

}  // namespace symkit

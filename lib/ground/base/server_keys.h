// Where symbol servers keep a file (SymStore, SSQP), whether the server is a folder or answers for URLs:
// NAME/KEY/NAME, where the key tells builds apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ground/base/image_reference.h"

namespace symkit {

struct ServerKey {
  std::string name;
  std::string key;
  bool is_code = false;  // the image itself, which may be stripped

  bool operator==(const ServerKey&) const = default;
};

// What there may be of an image, debug information first: of ELF and Mach-O under the id, of Windows' images
// the PDB under GUID and age, and the PE file where the log has its timestamp and size.
std::vector<ServerKey> server_keys(const ImageReference& image);

// Breakpad's folders for an image begin with one of these, in lower case: 16 bytes in either order.
std::vector<std::string> breakpad_digits(const ImageId& id);

// Whether a key may be that of a PE file: its timestamp in eight digits, and the size of the image. An id
// does not tell it, so that whoever has no more looks at each.
bool is_pe_server_key(std::string_view key);

// "app.pd_": what a file is called there where it is packed in a cabinet.
std::string name_in_cabinet(std::string_view name);

// The folder above NAME on servers with an index2.txt: the first two letters.
std::string_view server_shelf(std::string_view name);

// A file.ptr says "PATH:\\server\share\app.pdb\KEY\app.pdb", mostly of the machine that the server ran on:
// the ends of that path, the longest first, with slashes. Nothing for a message, and for anything else.
std::vector<std::string> ends_of_pointer(std::string_view text);

// Whether a name stands for one file of a folder, and does not lead elsewhere.
bool is_server_name(std::string_view name);

}  // namespace symkit

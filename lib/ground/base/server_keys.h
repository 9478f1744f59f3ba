// Where symbol servers (SymStore, SSQP), both folders and URLs, store a file: NAME/KEY/NAME, where the
// key identifies the build.
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

// The files that a server may have for an image, debug information first: for ELF and Mach-O under the
// id; for Windows images the PDB under GUID and age, and the PE file if the log gives its timestamp and
// size.
std::vector<ServerKey> server_keys(const ImageReference& image);

// Breakpad's folders for an image begin with one of these, in lower case: the 16 bytes in either byte
// order.
std::vector<std::string> breakpad_digits(const ImageId& id);

// Whether a key may be that of a PE file: its timestamp in eight digits, and the size of the image. These
// do not follow from an id, so a caller that has only an id must look at each file.
bool is_pe_server_key(std::string_view key);

// The file's name on a server when it is compressed in a cabinet: "app.pd_".
std::string name_in_cabinet(std::string_view name);

// The folder above NAME on servers with an index2.txt: the first two letters.
std::string_view server_shelf(std::string_view name);

// A file.ptr contains "PATH:\\server\share\app.pdb\KEY\app.pdb", usually a path on the machine that the
// server ran on. Returns the trailing parts of that path, the longest first, with slashes. Nothing for a
// message or anything else.
std::vector<std::string> ends_of_pointer(std::string_view text);

// Whether a name names one file in a folder and does not lead elsewhere.
bool is_server_name(std::string_view name);

}  // namespace symkit

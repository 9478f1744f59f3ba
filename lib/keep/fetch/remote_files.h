// Where a server of each kind has a wanted file, in the order of the requests, and where the file is
// stored here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "keep/fetch/servers.h"
#include "keep/fetch/wanted.h"

namespace symkit::fetch {

// All servers are queried for debug information before the image itself.
enum class Round : std::uint8_t { Debug, Code };
inline Round first_round_of(const Wanted& wanted) { return wanted.is_code ? Round::Code : Round::Debug; }

struct RemoteFile {
  ServerKind kind = ServerKind::Debuginfod;
  std::string path;           // below the server's address, not escaped
  std::string kept_as;        // below the download folder; empty: in the client cache, as this artifact:
  std::string artifact = {};  // see client_cache.h
  bool is_pointer = false;    // a file.ptr, which contains the file's location

  // For messages: "debuginfo", "executable", "source", else the kind of the server.
  std::string_view word() const;
  bool operator==(const RemoteFile&) const = default;
};

// `has_shelves`: the server has an index2.txt. For an unknown kind: the places of all kinds.
std::vector<RemoteFile> places_of(ServerKind kind, bool has_shelves, const Wanted& wanted, Round round);

// An index2.txt can be any text, but not an HTML page: that is an error page.
bool may_be_index2(std::string_view beginning);

// The places on the same server that a file.ptr leads to: the ends of its path, the longest first.
std::vector<RemoteFile> pointed_at(std::string_view pointer, const RemoteFile& from);

// The message in a file.ptr, without control characters; empty: none.
std::string message_of(std::string_view pointer);

// As part of an address: everything but letters, digits and a few marks becomes %XX.
std::string escaped(std::string_view path);

}  // namespace symkit::fetch

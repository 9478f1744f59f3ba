// Where a server of each kind has what is wanted, in the order in which it is asked for; and where that is
// kept here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "keep/fetch/servers.h"
#include "keep/fetch/wanted.h"

namespace symkit::fetch {

// Debug information is asked for on all servers before the image itself is.
enum class Round : std::uint8_t { Debug, Code };

struct Place {
  ServerKind kind = ServerKind::Debuginfod;
  std::string path;     // below the server's address, not escaped
  std::string kept_as;  // below the folder of downloads; empty: in the clients' cache, as this artifact:
  std::string artifact = {};  // see client_cache.h
  bool is_pointer = false;    // a file.ptr, which says where the file is

  // For messages: "debuginfo", "executable", "source", else the kind of the server.
  std::string_view word() const;
  bool operator==(const Place&) const = default;
};

// `has_shelves`: the server has an index2.txt. Of an unknown kind: the places of all kinds.
std::vector<Place> places_of(ServerKind kind, bool has_shelves, const Wanted& wanted, Round round);

// An index2.txt is a text, whatever is in it; a page that says that there is none is one, too, but not such.
bool may_be_index2(std::string_view beginning);

// What a file.ptr leads to on the same server: the ends of its path, the longest first.
std::vector<Place> pointed_at(std::string_view pointer, const Place& from);

// What the server's own words in a file.ptr are, without anything that could steer a terminal; empty: none.
std::string message_of(std::string_view pointer);

// As a part of an address: all but letters, digits and a few marks as %XX.
std::string escaped(std::string_view path);

}  // namespace symkit::fetch

#include "keep/redis/complaint.h"

#include <algorithm>
#include <array>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "keep/redis/slots.h"

namespace symkit::redis {
namespace {

struct KnownComplaint {
  std::string_view begins;
  std::string_view words;
};

constexpr std::array known_complaints{
    KnownComplaint{"OOM ", "the engine's memory is full"},
    KnownComplaint{"READONLY ", "it is a read-only replica"},
    KnownComplaint{"NOAUTH ", "it requires a password"},
    KnownComplaint{"ERR operation not permitted", "it requires a password"},
    KnownComplaint{"NOPERM No permissions to access a key", "this user may not access these keys"},
    KnownComplaint{"NOPERM this user has no permissions to access one of the keys",
                   "this user may not access these keys"},
    KnownComplaint{"LOADING ", "it is still loading its data"},
    KnownComplaint{"MISCONF ", "it refuses writes because it cannot save to disk"},
    KnownComplaint{"NOREPLICAS ", "it refuses writes because it has too few replicas"},
    KnownComplaint{"MASTERDOWN ", "it is a replica that has lost its master"},
    KnownComplaint{"CLUSTERDOWN ", "the cluster, or a part of it, is down"},
    KnownComplaint{"BUSY ", "it is busy with a script"},
    KnownComplaint{"WRONGTYPE ", "this key holds data that symkit did not write"},
    KnownComplaint{"DENIED ", "it refuses connections from other machines (protected mode)"},
    KnownComplaint{"ERR max number of clients reached", "it has reached its limit of clients"},
};

// Foreign text made fit for a terminal: one line, without control characters, not too long.
std::string harmless_citation(std::string_view text) {
  std::string out(text.substr(0, 200));
  std::ranges::replace_if(out, [](char c) { return c < ' ' || c > '~'; }, '?');
  return out;
}

// The command in "NOPERM this user has no permissions to run the 'set' command", as Redis 6 and 7 write
// it.
std::string_view forbidden_command(std::string_view complaint) {
  const std::size_t begin = complaint.find('\'');
  if (begin == std::string_view::npos) return {};
  const std::size_t end = complaint.find('\'', begin + 1);
  return end == std::string_view::npos ? std::string_view() : complaint.substr(begin + 1, end - begin - 1);
}

std::string forbidden(std::string_view complaint) {
  const std::string command = in_lower_case(forbidden_command(complaint));
  if (command == "get" || command == "mget") return "this user may not read";
  if (command == "set" || command == "del" || command == "expire")
    return say("this user may not write (", command, ')');
  if (command.empty()) return "this user may not do that";
  return say("this user may not use ", in_upper_case(harmless_citation(command)));
}

}  // namespace

std::string in_plain_words(std::string_view complaint) {
  for (const KnownComplaint& known : known_complaints)
    if (complaint.starts_with(known.begins)) return std::string(known.words);
  if (complaint.starts_with("NOPERM ")) return forbidden(complaint);
  return say("it says: ", harmless_citation(complaint));
}

std::string refusal_of_login(std::string_view complaint) {
  const std::string lower = in_lower_case(complaint);
  if (complaint.starts_with("WRONGPASS ") || lower.contains("invalid password"))
    return "the user or the password is wrong";
  if (lower.contains("without any password") || lower.contains("no password is set"))
    return "it has no password, but the URL gives one";
  for (const std::string_view passes : {"DENIED ", "LOADING ", "ERR max number of clients"})
    if (complaint.starts_with(passes)) return in_plain_words(complaint);
  return "it rejected the user or the password";
}

std::optional<Redirection> redirection_in(std::string_view complaint) {
  Redirection redirection;
  redirection.moved = complaint.starts_with("MOVED ");
  if (!redirection.moved && !complaint.starts_with("ASK ")) return std::nullopt;
  complaint.remove_prefix(complaint.find(' ') + 1);
  const std::size_t blank = std::min(complaint.find(' '), complaint.size());
  const std::size_t colon = complaint.rfind(':');
  if (colon == std::string_view::npos || colon < blank) return std::nullopt;
  const auto slot = whole_number<std::uint16_t>(complaint.substr(0, blank));
  const auto port = whole_number<std::uint16_t>(complaint.substr(colon + 1));
  if (!slot || *slot >= slot_count || !port || *port == 0) return std::nullopt;
  redirection.slot = *slot;
  redirection.host = {std::string(complaint.substr(blank + 1, colon - blank - 1)), *port};
  return redirection;
}

}  // namespace symkit::redis

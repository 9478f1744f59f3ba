#include "keep/fetch/remote_files.h"

#include <algorithm>

#include "ground/base/characters.h"
#include "ground/base/server_keys.h"
#include "ground/base/words.h"
#include "keep/fetch/client_cache.h"

namespace symkit::fetch {
namespace {

using RemoteFiles = std::vector<RemoteFile>;

// Whether a name from a log can be a file name here.
bool is_fit_for_file(std::string_view name) {
  constexpr std::size_t longest = 200;
  return is_server_name(name) && name.size() <= longest && !name.starts_with('.') && !name.contains('\\') &&
         std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

void add(RemoteFiles& places, RemoteFile place) {
  if (std::ranges::find(places, place) == places.end()) places.push_back(std::move(place));
}

// Only build ids: debuginfod has no Windows images.
void add_debuginfod(RemoteFiles& places, const Wanted& wanted, Round round) {
  if (wanted.id.is_guid_and_age()) return;
  const std::string folder = say("buildid/", wanted.id.hex(), '/');
  if (!wanted.source.empty()) {
    if (round == Round::Debug)
      add(places,
          {ServerKind::Debuginfod, say(folder, "source", wanted.source), {}, source_artifact(wanted.source)});
    return;
  }
  const std::string artifact(round == Round::Debug ? debug_info : executable);
  add(places, {ServerKind::Debuginfod, folder + artifact, {}, artifact});
}

// The file, else the cabinet with it, else the target of file.ptr; as spelled by SymStore, and by SSQP in
// lower case.
void add_symstore(RemoteFiles& places, const Wanted& wanted, Round round, bool has_shelves) {
  for (const ServerKey& key : server_keys(wanted.reference())) {
    if (key.is_code != (round == Round::Code) || !is_fit_for_file(key.name)) continue;
    for (const bool is_lower : {false, true}) {
      const auto spelled = [&](const std::string& text) { return is_lower ? in_lower_case(text) : text; };
      const std::string folder = spelled(say(key.name, '/', key.key, '/'));
      const std::string shelf = has_shelves ? spelled(say(server_shelf(key.name), '/')) : std::string();
      for (const std::string& file : {key.name, name_in_cabinet(key.name)})
        add(places, {ServerKind::SymStore, say(shelf, folder, spelled(file)), folder + spelled(file)});
      add(places, {.kind = ServerKind::SymStore,
                   .path = say(shelf, folder, "file.ptr"),
                   .kept_as = folder + spelled(key.name),
                   .is_pointer = true});
    }
  }
}

// NAME/ID/NAME.sym; for Windows images, the PDB's name.
void add_breakpad(RemoteFiles& places, const Wanted& wanted, Round round) {
  if (round != Round::Debug) return;
  std::vector<std::string> ids;
  std::string name = wanted.name;
  if (wanted.id.is_guid_and_age()) {
    ids.push_back(in_upper_case(wanted.id.hex()));
    for (const ServerKey& key : server_keys(wanted.reference()))
      if (!key.is_code) name = key.name;
  } else {
    for (const std::string& digits : breakpad_digits(wanted.id)) ids.push_back(in_upper_case(digits) + '0');
    if (wanted.id.bytes().size() != 16) ids.resize(1);  // a build id's byte order is known
  }
  if (!is_fit_for_file(name)) return;
  const bool is_pdb = in_lower_case(name).ends_with(".pdb");
  const std::string stem = is_pdb ? name.substr(0, name.size() - 4) : name;
  for (const std::string& id : ids) {
    const std::string path = say(name, '/', id, '/', stem, ".sym");
    add(places, {ServerKind::Breakpad, path, path});
  }
}

// xx/rest/{debuginfo,executable,breakpad}
void add_unified(RemoteFiles& places, const Wanted& wanted, Round round) {
  const std::string digits = wanted.id.hex();
  if (digits.size() <= 2) return;
  const std::string folder = say(digits.substr(0, 2), '/', digits.substr(2), '/');
  const auto add_file = [&](std::string_view file) {
    add(places, {ServerKind::Unified, say(folder, file), say(folder, file)});
  };
  if (round == Round::Code) return add_file("executable");
  add_file("debuginfo");
  add_file("breakpad");
}

// A path without steps such as "..".
bool is_simple(std::string_view path) {
  while (true) {
    const std::size_t slash = path.find('/');
    const std::string_view step = path.substr(0, slash);
    if (!is_fit_for_file(step) || step.contains(':')) return false;
    if (slash == std::string_view::npos) return true;
    path.remove_prefix(slash + 1);
  }
}

}  // namespace

std::string_view RemoteFile::word() const {
  return artifact.empty() ? name_of(kind) : std::string_view(artifact).substr(0, artifact.find('#'));
}

std::vector<RemoteFile> places_of(ServerKind kind, bool has_shelves, const Wanted& wanted, Round round) {
  RemoteFiles places;
  const auto is = [&](ServerKind one) { return kind == one || kind == ServerKind::Unknown; };
  if (is(ServerKind::Debuginfod)) add_debuginfod(places, wanted, round);
  if (!wanted.source.empty()) return places;
  if (is(ServerKind::SymStore)) add_symstore(places, wanted, round, has_shelves);
  if (is(ServerKind::Breakpad)) add_breakpad(places, wanted, round);
  if (is(ServerKind::Unified)) add_unified(places, wanted, round);
  return places;
}

bool may_be_index2(std::string_view beginning) {
  return !beginning.starts_with('<') && std::ranges::all_of(beginning, [](char c) {
    return static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\r' || c == '\t';
  });
}

std::vector<RemoteFile> pointed_at(std::string_view pointer, const RemoteFile& from) {
  constexpr std::size_t most = 8;
  RemoteFiles places;
  for (const std::string& end : ends_of_pointer(pointer)) {
    if (places.size() == most) break;
    if (is_simple(end) && end != from.path) places.push_back({from.kind, end, from.kept_as});
  }
  return places;
}

std::string message_of(std::string_view pointer) {
  constexpr std::string_view mark = "MSG:";
  constexpr std::size_t longest = 200;
  if (!pointer.starts_with(mark)) return {};
  std::string message(trimmed(pointer.substr(mark.size(), longest)));
  for (char& c : message)
    if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
  return message;
}

std::string escaped(std::string_view path) {
  constexpr std::string_view digits = "0123456789ABCDEF", marks = "/-._~";
  std::string text;
  for (const char c : path) {
    const char lower = lower_case(c);
    if (is_digit(c) || (lower >= 'a' && lower <= 'z') || marks.contains(c)) {
      text += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      text.append(1, '%').append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    }
  }
  return text;
}

}  // namespace symkit::fetch

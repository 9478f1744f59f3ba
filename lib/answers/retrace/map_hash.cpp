#include "answers/retrace/map_hash.h"

#include <array>
#include <mbedtls/md.h>

#include "answers/retrace/mapping.h"
#include "answers/retrace/mapping_text.h"
#include "files/archive/zip_directory.h"
#include "ground/base/hex.h"
#include "ground/base/words.h"

namespace symkit::retrace {
namespace {

constexpr std::string_view key = "pg_map_hash";
constexpr std::string_view function = "SHA-256";

std::string sha256_of(std::string_view text) {
  std::array<unsigned char, 32> hash{};
  mbedtls_md(mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), as_bytes(text).data(), text.size(), hash.data());
  return to_hex(hash);
}

Result<void> compare(std::string_view header, std::string_view below, const std::string& path) {
  const std::size_t at = header.find(function, key.size());
  if (at == std::string_view::npos || header.substr(at + function.size(), 1) != " ")
    return fail(say(path, ": Unknown map hash function: '", header, "'; R8 writes '# ", key, ": ", function,
                    " ...'"));
  const std::string_view declared = trimmed(header.substr(at + function.size()));
  const std::string computed = sha256_of(below);
  if (declared == computed) return {};
  return fail(say(path, ": Mismatching map hash: the header has '", declared, "', the text below it '",
                  computed, "'; it was changed or truncated since R8 wrote it"));
}

}  // namespace

Result<void> verify_map_hash(std::string_view text, const std::string& path, const WarningSink& warn) {
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end + 1);
    if (line.empty()) continue;
    if (line.front() != '#') break;  // the header ends here
    const std::string_view header = trimmed(line.substr(1));
    if (header.starts_with(key)) return compare(header, text, path);
  }
  warn(say(path, ": Failure to find map hash: its header has no line '# ", key, ": ", function,
           " ...', so nothing was verified"));
  return {};
}

Result<void> verify_map_hash(const std::string& path, const WarningSink& warn) {
  if (is_mapping_index(path))
    return fail(say(path, ": is an index; the hash is that of a mapping's text: name the mapping.txt"));
  const auto text = MappingText::open(path);
  if (!text) return fail(text.error());
  if (archive::looks_like_zip(as_bytes(text->view())))
    return fail(say(path,
                    ": is an archive of a mapping's parts; the hash is that of the mapping's text: name the "
                    "mapping.txt"));
  return verify_map_hash(text->view(), path, warn);
}

}  // namespace symkit::retrace

#include "serve/service/assemble_request.h"

#include "ground/base/words.h"
#include "ground/json/document.h"
#include "serve/service/sha1.h"

namespace symkit::service {
namespace {

using json::Document;
using json::Value;

Result<WantedFile> read_file(const json::Value& value, std::size_t& chunks) {
  WantedFile file{.sum = std::string(value.key()),
                  .name = std::string(value["name"].string()),
                  .debug_id = std::string(value["debug_id"].string()),
                  .chunks = {}};
  if (!is_sha1(file.sum)) return fail("a file must be named by its SHA-1: 40 hex digits in lower case");
  if (!value.is_object() || !value["chunks"].is_array() || !value["chunks"].first())
    return fail(say("file ", file.sum, " has no list of its chunks"));
  for (json::Value chunk = value["chunks"].first(); chunk; chunk = chunk.next()) {
    if (!is_sha1(chunk.string()))
      return fail("a chunk must be named by its SHA-1: 40 hex digits in lower case");
    if (++chunks > most_wanted_chunks)
      return fail(say("more than ", most_wanted_chunks, " chunks in one request"));
    file.chunks.emplace_back(chunk.string());
  }
  return file;
}

}  // namespace

Result<std::vector<WantedFile>> read_wanted_files(std::string_view body) {
  const auto document = json::Document::parse(body);
  if (!document) return fail(document.error());
  if (!document->root().is_object()) return fail("the request must be an object of files by their SHA-1");
  std::vector<WantedFile> files;
  std::size_t chunks = 0;
  for (json::Value value = document->root().first(); value; value = value.next()) {
    if (files.size() == most_wanted_files)
      return fail(say("more than ", most_wanted_files, " files in one request"));
    auto file = read_file(value, chunks);
    if (!file) return fail(file.error());
    files.push_back(std::move(*file));
  }
  return files;
}

}  // namespace symkit::service

#include "serve/service/sentry.h"

#include "ground/json/document.h"
#include "ground/print/json.h"
#include "serve/service/multipart.h"

namespace symkit::service {
namespace {

using Phase = Assembly::State::Phase;

std::string_view word_of(Phase phase) {
  switch (phase) {
    case Phase::ChunksMissing: return "not_found";
    case Phase::Waiting: return "created";
    case Phase::Working: return "assembling";
    case Phase::Done: return "ok";
    case Phase::Failed: return "error";
  }
  return "error";
}

// From the first index prepared from a file; several indexes are slices of one fat file.
std::string member_of(std::string_view said, std::string_view key) {
  const auto document = json::Document::parse(said.substr(0, said.find('\n')));
  return document ? std::string(document->root()[key].string()) : std::string();
}

void write_dif(const WantedFile& file, std::string_view said, print::JsonWriter& json) {
  const auto of = [&](std::string_view key) { return member_of(said, key); };
  const std::string id = file.debug_id.empty() ? of("id") : file.debug_id, name = of("name"),
                    machine = of("arch");
  json.begin_object();
  json.member("id", file.sum);
  json.member("uuid", id);
  json.member("debugId", id);
  json.member("objectName", name.empty() ? file.name : name);
  json.member("cpuName", machine.empty() ? "any" : machine);
  json.member("symbolType", of("kind"));
  json.member("sha1", file.sum);
  json.begin_object("data");
  json.member("type", "dbg");
  json.end_object();
  json.end_object();
}

void write_state(const WantedFile& file, const Assembly::State& state, print::JsonWriter& json) {
  json.begin_object();
  json.member("state", word_of(state.phase));
  json.member("missingChunks", state.missing);
  json.key("detail");
  const std::string detail = state.detail.empty() ? member_of(state.said, "reason") : state.detail;
  detail.empty() ? json.null() : json.value(detail);
  json.key("dif");
  state.phase == Phase::Done ? write_dif(file, state.said, json) : json.null();
  json.end_object();
}

}  // namespace

std::string sentry_options(std::string_view path, std::uint64_t most) {
  std::string out;
  print::JsonWriter json(out);
  json.begin_object();
  // Only a path: the client may know this server by another address, that of a proxy.
  json.member("url", path.substr(sentry_root.size()));
  json.member("chunkSize", Chunks::most);
  json.member("chunksPerRequest", 64);
  json.member("maxFileSize", most);
  json.member("maxRequestSize", most_of_sentry_request);
  json.member("concurrency", 8);
  json.member("hashAlgorithm", "sha1");
  json.begin_array("compression");
  json.value("gzip");
  json.end_array();
  json.begin_array("accept");
  for (const char* const kind : {"debug_files", "pdbs", "proguard"}) json.value(kind);
  json.end_array();
  json.end_object();
  return out;
}

Result<void> take_sentry_chunks(Chunks& chunks, std::string_view type, std::string_view body) {
  const auto parts = read_form(type, body);
  if (!parts) return fail(parts.error());
  for (const FormPart& part : *parts) {
    const bool is_packed = part.name == "file_gzip";
    if (!is_packed && part.name != "file") return fail("a chunk must be in a field called file or file_gzip");
    const Bytes content = as_bytes(part.content);
    auto kept = is_packed ? chunks.put_packed(part.file_name, content) : chunks.put(part.file_name, content);
    if (!kept) return kept;
  }
  return {};
}

std::string answer_assemble(const std::vector<WantedFile>& files, Assembly& assembly) {
  std::string out;
  print::JsonWriter json(out);
  json.begin_object();
  for (const WantedFile& file : files) {
    json.key(file.sum);
    write_state(file, assembly.ask(file), json);
  }
  json.end_object();
  return out;
}

std::string sentry_error(std::string_view message) {
  std::string out;
  print::JsonWriter json(out);
  json.begin_object();
  json.member("detail", message);
  json.end_object();
  return out;
}

}  // namespace symkit::service

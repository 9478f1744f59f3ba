// The answers to each kind of request, after it has been authorized.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "ground/io/mapped_file.h"
#include "ground/json/document.h"
#include "ground/print/json.h"
#include "keep/index/envelope.h"
#include "keep/store/shelf.h"
#include "serve/http/body_writer.h"
#include "serve/service/assemble_request.h"
#include "serve/service/discretion.h"
#include "serve/service/dump_route.h"
#include "serve/service/group_list.h"
#include "serve/service/log_route.h"
#include "serve/service/profiler.h"
#include "serve/service/sentry.h"
#include "serve/service/service.h"
#include "serve/service/symbol_list.h"
#include "serve/service/symbolz.h"

namespace symkit::service {

using http::Answer;
using http::Head;
using http::Request;

namespace {

std::unique_ptr<io::Input> input_of(http::Body& body) {
  return body.is_file() ? io::Input::from_descriptor(body.descriptor(), "the log")
                        : io::Input::of_memory(std::move(body.text()), "the log");
}

// The complete body, decompressed.
Result<std::string> text_of(http::Body& body, std::uint64_t most) {
  const auto input = input_of(body);
  std::string text;
  std::array<char, 1 << 16> buffer{};
  while (true) {
    const auto count = input->read(buffer);
    if (!count) return fail(count.error());
    if (*count == 0) return text;
    if (text.size() + *count > most)
      return fail(say("it is longer than ", most, " bytes after decompression"));
    text.append(buffer.data(), *count);
  }
}

// From /symbols/ID.
std::optional<ImageId> id_in(const Head& head) {
  return ImageId::parse(std::string_view(head.path).substr(std::string_view("/symbols/").size()));
}

std::string error_json(std::string_view message) {
  std::string out;
  print::JsonWriter json(out);
  json.begin_object();
  json.member("error", message);
  json.end_object();
  return out;
}

}  // namespace

Answer Service::answer_log(Request& request, Project& project) {
  return answer_whole(input_of(request.body), request.head, project);
}

// As symcore writes its stacks, and symlookup names them.
Answer Service::answer_dump(Request& request, Project& project) {
  auto log = log_of_dump(request.body, bounds_.log, folder_, project.desks.store());
  if (!log) return Answer::text(422, log.error().message);
  return answer_whole(io::Input::of_memory(std::move(*log), "the dump"), request.head, project);
}

Answer Service::answer_whole(std::unique_ptr<io::Input> log, const Head& head, Project& project) {
  const Wish wish = wish_of(head).value_or(Wish());
  Answer answer;
  answer.type = type_of(wish.form);
  LogBound bound{.most = bounds_.log};
  if (bounds_.time.count() != 0) bound.until = LogBound::Clock::now() + bounds_.time;
  http::BodyWriter body(folder_, memory_);
  print::Output output([&](std::string_view text) {
    bound.is_late = bound.is_late || LogBound::Clock::now() > bound.until;
    return !bound.is_late && body.write(text);
  });
  auto desk = project.desks.take();
  const auto crashes = crashes_of(project, HeardCrashes::Count::AtTheEnd);
  const auto tally = desk->answer(std::move(log), wish, bound, output, crashes.get());
  if (bound.is_late)
    return Answer::text(413, say("the log takes longer than ", bounds_.time.count(),
                                 " seconds; send it in chunks (curl -T -), or send a part of it"));
  if (bound.is_too_long) return Answer::text(413, too_long(bounds_.log));
  if (!tally) return Answer::text(422, tally.error().message);
  if (body.has_failed()) return Answer::text(503, "no room for the answer; try again later");
  answer.body = body.take();
  desk.count(*tally, metrics_of(project));
  if (crashes) crashes->finish();
  return answer;
}

Answer Service::answer_profiler(Request& request, Project& project) {
  const auto body = text_of(request.body, bounds_.question);
  if (!body) return Answer::json(error_json(body.error().message), 422);
  const auto jobs = read_profiler_jobs(*body);
  if (!jobs) return Answer::json(error_json(jobs.error().message), 400);
  LogCounts tally;
  auto desk = project.desks.take();
  Answer answer = Answer::json(service::answer_profiler(*jobs, *desk, tally));
  desk.count(tally, metrics_of(project));
  return answer;
}

// Only files that the debug information of the place names and that are below a --sources folder.
Answer Service::show_source(Request& request, Project& project) {
  if (project.files.empty())
    return Answer::json(error_json("source files are disabled: name their folder with --sources"), 403);
  const auto body = text_of(request.body, bounds_.question);
  if (!body) return Answer::json(error_json(body.error().message), 422);
  const auto question = read_source_question(*body);
  if (!question) return Answer::json(error_json(question.error().message), 400);
  const bool is_named = names_source(*question, *project.desks.take());
  if (!is_named)
    return Answer::json(error_json("the debug information of this address does not name this file"), 404);
  const auto text = project.files.read(question->file);
  if (!text) return Answer::json(error_json("the file is not in a folder of --sources"), 404);
  std::string out;
  print::JsonWriter json(out);
  json.begin_object();
  json.key("symbolsLastModified");
  json.null();
  json.key("sourceLastModified");
  json.null();
  json.member("file", question->file);
  json.member("source", *text);
  json.end_object();
  return Answer::json(std::move(out));
}

// /pprof/ID/symbolz
Answer Service::say_symbolz(Request& request, Project& project) {
  std::string_view rest = std::string_view(request.head.path).substr(std::string_view("/pprof/").size());
  const auto id = ImageId::parse(rest.substr(0, rest.find('/')));
  if (!id || id->empty()) return Answer::text(404, "the path must have the image's id: /pprof/ID/symbolz");
  if (request.head.method != "POST") return Answer::text(200, "num_symbols: 1");
  const auto body = text_of(request.body, bounds_.question);
  if (!body) return Answer::text(422, body.error().message);
  LogCounts tally;
  auto desk = project.desks.take();
  auto names = answer_symbolz(*id, *body, *desk, tally);
  if (!names) return Answer::text(400, names.error().message);
  desk.count(tally, metrics_of(project));
  Answer answer{.status = 200};
  answer.body = http::Body(std::move(*names));
  return answer;
}

Answer Service::take_upload(Request& request, Project& project) {
  const auto name =
      upload_name(std::string_view(request.head.path).substr(std::string_view("/symbols/").size()));
  if (!name) return Answer::text(400, "no name");
  const auto prepared = project.uploads.take(*name, request.body);
  if (!prepared) return Answer::text(422, prepared.error().message);
  projects_.note_change(project);
  Answer answer{.status = 200, .type = "application/x-ndjson"};
  answer.body = http::Body(std::string(*prepared));
  return answer;
}

Answer Service::list_symbols(Request& request, Project& project) {
  SymbolQuery query{.text = request.head.parameter("find").value_or("")};
  const std::string lines = request.head.parameter("lines").value_or("no");
  if (lines != "yes" && lines != "no")
    return Answer::text(400, say("?lines= must be yes or no, not '", lines, "'"));
  query.with_lines = lines == "yes";
  const std::string most = request.head.parameter("most").value_or("200");
  if (!read_whole(most, query.most))
    return Answer::text(400, say("?most= must be a number, not '", most, "'"));
  const auto found = service::list_symbols(project, query);
  if (!found) return Answer::text(503, found.error().message);
  Answer answer{.status = 200, .type = "application/x-ndjson"};
  answer.body = http::Body(lines_of(*found));
  return answer;
}

// /symbols/ID
Answer Service::describe_symbols(Request& request, Project& project) {
  const auto id = id_in(request.head);
  const auto found = id ? service::describe_symbols(project, *id) : std::vector<Symbols>();
  if (!found) return Answer::text(503, found.error().message);
  if (found->empty()) return Answer::text(404, "there are no symbols with this id");
  Answer answer{.status = 200, .type = "application/x-ndjson"};
  answer.body = http::Body(lines_of(*found));
  return answer;
}

Answer Service::remove_symbols(Request& request, Project& project) {
  const auto id = id_in(request.head);
  const auto count = id ? service::remove_symbols(project, *id) : std::size_t{0};
  if (!count) return Answer::text(503, count.error().message);
  if (id) project.uploads.forget(*id);
  projects_.note_change(project);
  if (*count == 0) return Answer::text(404, "there are no symbols with this id");
  return Answer::text(200, say(*count, *count == 1 ? " index deleted" : " indexes deleted"));
}

Answer Service::say_sentry_options(Request& request, Project& project) {
  return Answer::json(sentry_options(request.head.path, project.uploads.settings().size));
}

Answer Service::take_sentry_chunks(Request& request, Project& project) {
  io::MappedFile file;
  if (request.body.is_file()) {
    // The file has no other name.
    auto mapped = io::MappedFile::open(say("/proc/self/fd/", request.body.descriptor()));
    if (!mapped) return Answer::json(sentry_error("no room for the chunks"), 507);
    file = std::move(*mapped);
  }
  const std::string_view body = request.body.is_file() ? as_text(file.bytes()) : request.body.text();
  const auto taken =
      service::take_sentry_chunks(project.assembly.chunks(), request.head.field("content-type"), body);
  return taken ? Answer::json("{}") : Answer::json(sentry_error(without_folders(taken.error().message)), 400);
}

Answer Service::assemble(Request& request, Project& project) {
  const auto body = text_of(request.body, bounds_.question);
  if (!body) return Answer::json(sentry_error(body.error().message), 422);
  const auto files = read_wanted_files(*body);
  if (!files) return Answer::json(sentry_error(files.error().message), 400);
  return Answer::json(answer_assemble(*files, project.assembly));
}

// /buildid/ID/debuginfo, /buildid/ID/executable
Answer Service::give_kept(Request& request, Project& project) {
  const std::string_view rest =
      std::string_view(request.head.path).substr(std::string_view("/buildid/").size());
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const auto id = ImageId::parse(rest.substr(0, slash));
  const std::string_view what = rest.substr(std::min(rest.size(), slash + 1));
  const bool is_known = what == "debuginfo" || what == "executable";
  if (!id || !is_known) return Answer::text(404, "no such file was uploaded here");
  const auto kind = what == "debuginfo" ? Uploads::Kind::DebugInfo : Uploads::Kind::Executable;
  int file = project.uploads.open_kept(*id, kind);
  if (file < 0) file = projects_.of({}).uploads.open_kept(*id, kind);
  if (file < 0) return Answer::text(404, "no such file was uploaded here");
  Answer answer{.status = 200, .type = "application/octet-stream"};
  answer.body = http::Body(file);
  return answer;
}

Answer Service::list_groups(Request& request, Project& project) {
  if (!project.groups) return Answer::text(403, std::string(no_reports));
  const auto query = read_group_query(request.head);
  if (!query) return Answer::text(400, query.error().message);
  const auto ledger = project.groups->read();
  if (!ledger) return Answer::text(503, without_folders(ledger.error().message));
  return service::list_groups(**ledger, *query);
}

// /groups/ID
Answer Service::describe_group(Request& request, Project& project) {
  if (!project.groups) return Answer::text(403, std::string(no_reports));
  auto query = read_group_query(request.head);
  if (!query) return Answer::text(400, query.error().message);
  query->id = std::string_view(request.head.path).substr(std::string_view("/groups/").size());
  const auto ledger = project.groups->read();
  if (!ledger) return Answer::text(503, without_folders(ledger.error().message));
  return service::describe_group(**ledger, *query);
}

Answer Service::say_page(Request& /*request*/, Project& /*project*/) {
  Answer answer{.status = 200, .type = "text/html; charset=utf-8"};
  answer.body = http::Body(std::string(page_));
  answer.fields = {{"Vary", "Accept"},  // /groups depends on the Accept field
                   {"Content-Security-Policy",
                    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src "
                    "'self'; base-uri "
                    "'none'; form-action 'none'; frame-ancestors 'none'"}};
  return answer;
}

Answer Service::say_description(Request& /*request*/, Project& /*project*/) {
  return Answer::json(std::string(description_));
}

Answer Service::say_alive(Request& /*request*/, Project& /*project*/) { return Answer::text(200, "ok"); }

Answer Service::say_ready(Request& /*request*/, Project& project) {
  // The id of no image. It has full length, because some stores cannot look up a shorter one.
  constexpr std::array<std::uint8_t, 20> nobody{};
  const store::Key key{.id = ImageId::from_bytes(nobody).value_or(ImageId()), .kind = index::Kind::Native};
  const auto ids = project.desks.store().find(key);
  return ids ? Answer::text(200, "ready") : Answer::text(503, ids.error().message);
}

Answer Service::say_metrics(Request& /*request*/, Project& project) {
  const auto workers = workers_.state();
  Answer answer{.status = 200, .type = "text/plain; version=0.0.4"};
  if (!project.name().empty()) {
    answer.body = http::Body(metrics_of(project).own_text());
    return answer;
  }
  answer.body =
      http::Body(metrics_.text({.waiting = workers.waiting,
                                .working = workers.working,
                                .streams = streams_.state().working,
                                .stores = stores_,
                                .fetches = fetches_ ? std::optional(fetches_->state()) : std::nullopt,
                                .reports = reports_ ? std::optional(reports_->state()) : std::nullopt}));
  return answer;
}

}  // namespace symkit::service

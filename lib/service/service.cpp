#include "service/service.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unistd.h>
#include <utility>

#include "base/words.h"
#include "crashlog/json_document.h"
#include "index/envelope.h"
#include "io/mapped_file.h"
#include "print/json.h"
#include "service/assemble_request.h"
#include "service/log_route.h"
#include "service/profiler.h"
#include "service/sentry.h"
#include "service/symbol_list.h"
#include "store/shelf.h"

namespace symkit::service {

using http::Answer;
using http::Head;
using http::Request;

// What there is. A path that ends with a slash stands for all below it; in one that has stars, each stands
// for any one name, and the slash at its end is its own.
struct Route {
  enum class By : std::uint8_t { Nobody, Workers, Preparers, Receivers };

  std::string_view path;
  std::string_view methods;
  Right right;
  By by;  // Nobody: it is said at once, and needs no body
  Answer (Service::*work)(Request&);

  bool takes(std::string_view asked) const {
    if (path.contains('*')) return is_like(asked, path);
    return path.size() > 1 && path.ends_with('/') ? asked.starts_with(path) && asked.size() > path.size()
                                                  : asked == path;
  }
  bool changes_symbols() const { return right == Right::Write; }
  static bool is_like(std::string_view asked, std::string_view pattern);
  static const Route* of(const Head& head);
};

namespace {

Answer busy() {
  Answer answer = Answer::text(503, "all who could answer are busy; try again in a moment");
  answer.fields.emplace_back("Retry-After", "1");
  return answer;
}

std::unique_ptr<io::Input> input_of(http::Body& body) {
  return body.is_file() ? io::Input::from_descriptor(body.descriptor(), "the log")
                        : io::Input::of_memory(std::move(body.text()), "the log");
}

// All of a body, unpacked.
Result<std::string> text_of(http::Body& body, std::uint64_t most) {
  const auto input = input_of(body);
  std::string text;
  std::array<char, 1 << 16> buffer{};
  while (true) {
    const auto count = input->read(buffer);
    if (!count) return fail(count.error());
    if (*count == 0) return text;
    if (text.size() + *count > most)
      return fail(say("it is longer than ", most, " bytes once it is unpacked"));
    text.append(buffer.data(), *count);
  }
}

// Of /symbols/ID.
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

bool Route::is_like(std::string_view asked, std::string_view pattern) {
  while (!pattern.empty()) {
    const std::size_t end = std::min(asked.find('/'), asked.size()), wanted = pattern.find('/');
    const std::string_view name = asked.substr(0, end), pattern_name = pattern.substr(0, wanted);
    if (pattern_name == "*" ? name.empty() : name != pattern_name) return false;
    if (end == asked.size()) return pattern == pattern_name;
    asked.remove_prefix(end + 1);
    pattern.remove_prefix(wanted == std::string_view::npos ? pattern.size() : wanted + 1);
  }
  return asked.empty();
}

// The first that takes this method as well, if there is one.
const Route* Route::of(const Head& head) {
  static constexpr std::array routes = {
      Route{"/log", "POST, PUT", Right::Read, By::Workers, &Service::answer_log},
      Route{"/symbolicate/v5", "POST", Right::Read, By::Workers, &Service::answer_profiler},
      Route{"/symbols/", "PUT", Right::Write, By::Preparers, &Service::take_upload},
      Route{"/symbols", "GET, HEAD", Right::Read, By::Receivers, &Service::list_symbols},
      Route{"/symbols/", "GET, HEAD", Right::Read, By::Receivers, &Service::describe_symbols},
      Route{"/symbols/", "DELETE", Right::Write, By::Receivers, &Service::remove_symbols},
      Route{"/api/0/organizations/*/chunk-upload/", "GET", Right::Write, By::Receivers,
            &Service::say_sentry_options},
      Route{"/api/0/organizations/*/chunk-upload/", "POST", Right::Write, By::Receivers,
            &Service::take_sentry_chunks},
      Route{"/api/0/projects/*/*/files/difs/assemble/", "POST", Right::Write, By::Receivers,
            &Service::assemble},
      Route{"/buildid/", "GET, HEAD", Right::Read, By::Workers, &Service::give_kept},
      Route{"/", "GET, HEAD", Right::Read, By::Nobody, &Service::say_page},
      Route{"/metrics", "GET", Right::Read, By::Nobody, &Service::say_metrics},
      Route{"/healthz", "GET, HEAD", Right::Read, By::Nobody, nullptr},
      Route{"/readyz", "GET, HEAD", Right::Read, By::Workers, &Service::say_ready}};
  const Route* found = nullptr;
  for (const Route& one : routes) {
    if (!one.takes(head.path)) continue;
    if (one.methods.contains(head.method)) return &one;
    if (found == nullptr) found = &one;
  }
  return found;
}

Service::Service(Settings settings)
    : bounds_(settings.bounds),
      page_(settings.page),
      tokens_(std::move(settings.tokens)),
      origins_(std::move(settings.origins), settings.only_local),
      uploads_(std::move(settings.uploads)),
      log_(std::move(settings.log)),
      desks_(std::move(settings.sources)),
      workers_(settings.threads, bounds_.waiting),
      streams_(bounds_.streams, 0),
      preparers_(bounds_.preparing, bounds_.uploads_waiting),
      receivers_(bounds_.receiving, bounds_.waiting),
      assembly_(uploads_, bounds_.preparing,
                {.added = [this] { desks_.renew(); },
                 .is_there = [this](const std::string& said) { return has_index(said); }}) {}

Result<void> Service::open() {
  if (auto opened = uploads_.open(); !opened) return opened;
  return assembly_.open();
}

// Whether the store still has what symprep said it put there: somebody may have removed it.
bool Service::has_index(const std::string& said) const {
  const auto document = crashlog::JsonDocument::parse(std::string_view(said).substr(0, said.find('\n')));
  if (!document) return false;
  const auto id = ImageId::parse(document->root()["id"].string());
  for (const index::Kind kind : {index::Kind::Native, index::Kind::Mapping, index::Kind::SourceMap}) {
    if (!id || index::name_of(kind) != document->root()["kind"].string()) continue;
    for (const index::Kind form : store::forms_of(kind)) {
      const auto ids = desks_.store().ids_like(*id, form);
      if (ids && std::ranges::find(*ids, *id) != ids->end()) return true;
    }
  }
  return false;
}

std::optional<Answer> Service::why_no_upload() const {
  if (uploads_.are_taken()) return std::nullopt;
  return Answer::text(403,
                      "nothing is taken here: --uploads says where it would be kept, and where others than "
                      "this machine can ask, --token-file who may");
}

std::optional<Answer> Service::why_not(const Route& route, const Head& head) const {
  if (const std::string stranger = origins_.why_not(head); !stranger.empty())
    return Answer::text(403, stranger);
  if (head.method == "OPTIONS") {
    Answer answer{.status = 204};
    answer.fields = origins_.fields_for(head);
    answer.fields.emplace_back("Allow", route.methods);
    answer.fields.emplace_back("Access-Control-Allow-Methods", route.methods);
    answer.fields.emplace_back("Access-Control-Allow-Headers", "content-type, authorization");
    return answer;
  }
  if (!route.methods.contains(head.method)) {
    Answer answer = Answer::text(405, say(route.path, " takes ", route.methods, ", not ", head.method));
    answer.fields.emplace_back("Allow", route.methods);
    return answer;
  }
  // The page says nothing of what is here; it asks, with the token that its reader has.
  const bool is_open_to_all = route.path == "/healthz" || route.path == "/readyz" || route.path == "/";
  if (is_open_to_all || tokens_.allow(head, route.right)) return std::nullopt;
  Answer answer = Answer::text(401, route.right == Right::Write
                                        ? "a token that may write is needed: Authorization: Bearer …"
                                        : "a token is needed: Authorization: Bearer …");
  answer.fields.emplace_back("WWW-Authenticate", "Bearer");
  return answer;
}

http::Plan Service::plan(const Head& head) {
  const Route* const route = Route::of(head);
  http::Plan plan;
  if (route == nullptr) {
    plan.refused = Answer::text(404, say("there is nothing at ", head.path, "; POST a log to /log"));
  } else {
    plan = plan_of(*route, head);
  }
  if (plan.refused) metrics_.count(route == nullptr ? "" : route->path, plan.refused->status, {});
  return plan;
}

http::Plan Service::plan_of(const Route& route, const Head& head) {
  http::Plan plan{
      .most = bounds_.question, .refused = why_not(route, head), .fields = origins_.fields_for(head)};
  if (plan.refused) return plan;
  if (route.by == Route::By::Nobody) {
    Request nothing;
    plan.refused = route.work == nullptr ? Answer::text(200, "ok") : (this->*route.work)(nothing);
  }
  if (route.path == "/log") {
    const auto wish = wish_of(head);
    if (!wish) plan.refused = Answer::text(400, wish.error().message);
    // Who knows how long the log is has all of it, and mostly sends it all before reading an answer.
    const bool comes_bit_by_bit = head.has_body && !head.length;
    plan.intake = comes_bit_by_bit ? http::Plan::Intake::Streamed : http::Plan::Intake::Whole;
    plan.most = bounds_.log;
    plan.type = type_of(wish.value_or(Wish()).form);
  }
  if (route.changes_symbols() && !plan.refused) plan.refused = why_no_upload();
  if (route.work == &Service::take_sentry_chunks) plan.most = most_of_sentry_body;
  if (route.by == Route::By::Preparers) {
    plan.most = uploads_.settings().size;
    if (!upload_name(std::string_view(head.path).substr(route.path.size())))
      plan.refused = Answer::text(400,
                                  "the name of a file is wanted behind /symbols/: no path, and nothing that "
                                  "begins with a dot or dash");
  }
  return plan;
}

void Service::answer(Request request, Done done) {
  const Route* const route = Route::of(request.head);
  if (route == nullptr || route->work == nullptr) return done(Answer::text(404, "there is nothing"));
  Workers& workers = route->by == Route::By::Preparers   ? preparers_
                     : route->by == Route::By::Receivers ? receivers_
                                                         : workers_;
  const auto begun = std::chrono::steady_clock::now();
  const auto shared = std::make_shared<Request>(std::move(request));
  const bool taken = workers.take([this, route, shared, done, begun] {
    Answer answer = (this->*route->work)(*shared);
    for (auto& field : origins_.fields_for(shared->head)) answer.fields.push_back(std::move(field));
    metrics_.count(route->path, answer.status, std::chrono::steady_clock::now() - begun);
    done(std::move(answer));
  });
  if (taken) return;
  metrics_.count(route->path, 503, {});
  done(busy());
}

Answer Service::answer_log(Request& request) {
  const Wish wish = wish_of(request.head).value_or(Wish());
  Answer answer;
  answer.type = type_of(wish.form);
  std::string& text = answer.body.text();
  print::Output output([&text](std::string_view more) {
    text += more;
    return true;
  });
  auto desk = desks_.take();
  const auto tally = desk->answer(input_of(request.body), wish, output);
  if (!tally) return Answer::text(422, tally.error().message);
  metrics_.count(*tally);
  if (tally->resolved < tally->frames) desk.missed();
  return answer;
}

Answer Service::answer_profiler(Request& request) {
  const auto body = text_of(request.body, bounds_.question);
  if (!body) return Answer::json(error_json(body.error().message), 422);
  const auto jobs = read_profiler_jobs(*body);
  if (!jobs) return Answer::json(error_json(jobs.error().message), 400);
  Tally tally;
  auto desk = desks_.take();
  Answer answer = Answer::json(service::answer_profiler(*jobs, *desk, tally));
  metrics_.count(tally);
  if (tally.resolved < tally.frames) desk.missed();
  return answer;
}

Answer Service::take_upload(Request& request) {
  const auto name =
      upload_name(std::string_view(request.head.path).substr(std::string_view("/symbols/").size()));
  if (!name) return Answer::text(400, "no name");
  const auto prepared = uploads_.take(*name, request.body);
  if (!prepared) return Answer::text(422, prepared.error().message);
  desks_.renew();
  assembly_.prune();
  Answer answer{.status = 200, .type = "application/x-ndjson"};
  answer.body = http::Body(std::string(*prepared));
  return answer;
}

Answer Service::list_symbols(Request& request) {
  SymbolQuery query{.text = request.head.parameter("find").value_or("")};
  query.with_lines = request.head.parameter("lines") == "yes";
  const std::string most = request.head.parameter("most").value_or("200");
  const auto [end, error] = std::from_chars(most.data(), most.data() + most.size(), query.most);
  if (error != std::errc() || end != most.data() + most.size())
    return Answer::text(400, say("?most= is a number, not '", most, "'"));
  const auto lines = service::list_symbols(desks_.sources().places.stores, query);
  if (!lines) return Answer::text(503, lines.error().message);
  Answer answer{.status = 200, .type = "application/x-ndjson"};
  answer.body = http::Body(std::string(*lines));
  return answer;
}

// /symbols/ID
Answer Service::describe_symbols(Request& request) {
  const auto id = id_in(request.head);
  const auto lines = id ? service::describe_symbols(desks_.sources().places.stores, *id) : std::string();
  if (!lines) return Answer::text(503, lines.error().message);
  if (lines->empty()) return Answer::text(404, "there are no symbols of this id");
  Answer answer{.status = 200, .type = "application/x-ndjson"};
  answer.body = http::Body(std::string(*lines));
  return answer;
}

Answer Service::remove_symbols(Request& request) {
  const auto id = id_in(request.head);
  const auto count = id ? service::remove_symbols(desks_.sources().places.stores, *id) : std::size_t{0};
  if (!count) return Answer::text(503, count.error().message);
  if (id) uploads_.forget(*id);
  desks_.renew();
  if (*count == 0) return Answer::text(404, "there are no symbols of this id");
  return Answer::text(200, say(*count, *count == 1 ? " index is gone" : " indexes are gone"));
}

Answer Service::say_sentry_options(Request& request) {
  return Answer::json(sentry_options(request.head.path, uploads_.settings().size));
}

Answer Service::take_sentry_chunks(Request& request) {
  io::MappedFile file;
  if (request.body.is_file()) {
    // It has no name of its own.
    auto mapped = io::MappedFile::open(say("/proc/self/fd/", request.body.descriptor()));
    if (!mapped) return Answer::json(sentry_error(mapped.error().message), 507);
    file = std::move(*mapped);
  }
  const std::string_view body = request.body.is_file() ? as_text(file.bytes()) : request.body.text();
  const auto taken =
      service::take_sentry_chunks(assembly_.chunks(), request.head.field("content-type"), body);
  return taken ? Answer::json("{}") : Answer::json(sentry_error(taken.error().message), 400);
}

Answer Service::assemble(Request& request) {
  const auto body = text_of(request.body, bounds_.question);
  if (!body) return Answer::json(sentry_error(body.error().message), 422);
  const auto files = read_wanted_files(*body);
  if (!files) return Answer::json(sentry_error(files.error().message), 400);
  return Answer::json(answer_assemble(*files, assembly_));
}

// /buildid/ID/debuginfo, /buildid/ID/executable
Answer Service::give_kept(Request& request) {
  const std::string_view rest =
      std::string_view(request.head.path).substr(std::string_view("/buildid/").size());
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const auto id = ImageId::parse(rest.substr(0, slash));
  const std::string_view what = rest.substr(std::min(rest.size(), slash + 1));
  const bool is_known = what == "debuginfo" || what == "executable";
  const int file = id && is_known ? uploads_.open_kept(*id, what == "debuginfo" ? Uploads::Kind::DebugInfo
                                                                                : Uploads::Kind::Executable)
                                  : -1;
  if (file < 0) return Answer::text(404, "no such file was uploaded here");
  Answer answer{.status = 200, .type = "application/octet-stream"};
  answer.body = http::Body(file);
  return answer;
}

Answer Service::say_page(Request& /*request*/) {
  Answer answer{.status = 200, .type = "text/html; charset=utf-8"};
  answer.body = http::Body(std::string(page_));
  answer.fields = {{"Content-Security-Policy",
                    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src "
                    "'self'; base-uri "
                    "'none'; form-action 'none'; frame-ancestors 'none'"}};
  return answer;
}

Answer Service::say_ready(Request& /*request*/) {
  const auto ids =
      desks_.store().ids_like(ImageId::parse("00000000").value_or(ImageId()), index::Kind::Native);
  return ids ? Answer::text(200, "ready") : Answer::text(503, ids.error().message);
}

Answer Service::say_metrics(Request& /*request*/) {
  const auto workers = workers_.state();
  Answer answer{.status = 200, .type = "text/plain; version=0.0.4"};
  answer.body = http::Body(metrics_.text({workers.waiting, workers.working, streams_.state().working}));
  return answer;
}

void Service::served(const Head& head, const http::Served& what) {
  if (!log_) return;
  const Route* const route = Route::of(head);
  log_->add(route == nullptr ? "" : route->path, head, what);
}

std::optional<Answer> Service::converse(Head head, int body, std::shared_ptr<http::Spool> spool) {
  const auto begun = std::chrono::steady_clock::now();
  const Wish wish = wish_of(head).value_or(Wish());
  const bool taken = streams_.take([this, wish, body, begun, spool = std::move(spool)] {
    std::optional<std::string> failure;
    {
      print::Output output([&](std::string_view text) { return spool->write(text); });
      auto desk = desks_.take();
      const auto tally = desk->answer(io::Input::from_descriptor(body, "the log"), wish, output);
      if (!tally) failure = tally.error().message;
      if (tally) metrics_.count(*tally);
      if (tally && tally->resolved < tally->frames) desk.missed();
    }
    ::close(body);
    metrics_.count("/log in chunks", failure ? 422 : 200, std::chrono::steady_clock::now() - begun);
    spool->end(std::move(failure));
  });
  if (taken) return std::nullopt;
  ::close(body);
  metrics_.count("/log in chunks", 503, {});
  return busy();
}

}  // namespace symkit::service

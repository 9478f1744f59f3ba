#include "serve/service/service.h"

#include <algorithm>
#include <array>
#include <exception>
#include <unistd.h>
#include <utility>

#include "ground/base/words.h"
#include "serve/service/log_route.h"
#include "serve/service/sentry.h"

namespace symkit::service {

using http::Answer;
using http::Head;
using http::Request;

// A route of the API. A path that ends with a slash includes everything below it. In a path with stars,
// each star matches one name, and a slash at the end is literal.
struct Route {
  enum class By : std::uint8_t { Nobody, Workers, Preparers, Receivers };

  std::string_view path;
  std::string_view methods;
  Right right;
  By by;  // Nobody: answered at once; needs no body
  Answer (Service::*work)(Request&, Project&);
  std::string_view words = {};  // allowed query parameters; empty: they are ignored

  bool takes(std::string_view asked) const {
    if (path.contains('*')) return is_like(asked, path);
    return path.size() > 1 && path.ends_with('/') ? asked.starts_with(path) && asked.size() > path.size()
                                                  : asked == path;
  }
  Origins::What what() const {
    const bool is_of_profilers = path == "/symbolicate/v5" || path == "/source/v1";
    return is_of_profilers ? Origins::What::OfProfilers : Origins::What::Anything;
  }
  bool changes_symbols() const { return right == Right::Write; }
  static bool is_like(std::string_view asked, std::string_view pattern);
  static const Route* of(const Head& head);
};

namespace {

Answer busy(std::string why = "all workers are busy; try again shortly") {
  Answer answer = Answer::text(503, std::move(why));
  answer.fields.emplace_back("Retry-After", "1");
  return answer;
}

// A browser that opens /groups gets the page, which then requests the groups.
bool is_for_page(const Head& head) {
  return head.path == "/groups" && head.field("accept").starts_with("text/html") && !head.parameter("format");
}

Sources equipped(Sources sources, std::shared_ptr<store::Counts> counts, std::shared_ptr<Fetches> fetches) {
  sources.places.opening.counts = std::move(counts);
  sources.places.elsewhere = std::move(fetches);
  return sources;
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

// The first route of this path, or a later one that also has the method.
const Route* Route::of(const Head& head) {
  const std::string_view path = is_for_page(head) ? "/" : std::string_view(head.path);
  static constexpr std::array routes = {
      Route{"/log", "POST, PUT", Right::Read, By::Workers, &Service::answer_log, log_words},
      Route{"/symbolicate/v5", "POST", Right::Read, By::Workers, &Service::answer_profiler},
      Route{"/source/v1", "POST", Right::Read, By::Workers, &Service::show_source},
      Route{"/pprof/*/symbolz", "GET, HEAD, POST", Right::Read, By::Workers, &Service::say_symbolz},
      Route{"/symbols/", "PUT", Right::Write, By::Preparers, &Service::take_upload},
      Route{"/symbols", "GET, HEAD", Right::Read, By::Receivers, &Service::list_symbols, "find, lines, most"},
      Route{"/symbols/", "GET, HEAD", Right::Read, By::Receivers, &Service::describe_symbols},
      Route{"/symbols/", "DELETE", Right::Write, By::Receivers, &Service::remove_symbols},
      Route{"/api/0/organizations/*/chunk-upload/", "GET", Right::Write, By::Receivers,
            &Service::say_sentry_options},
      Route{"/api/0/organizations/*/chunk-upload/", "POST", Right::Write, By::Receivers,
            &Service::take_sentry_chunks},
      Route{"/api/0/projects/*/*/files/difs/assemble/", "POST", Right::Write, By::Receivers,
            &Service::assemble},
      Route{"/groups", "GET, HEAD", Right::Read, By::Receivers, &Service::list_groups,
            "find, by, skip, most, format"},
      Route{"/groups/", "GET, HEAD", Right::Read, By::Receivers, &Service::describe_group, "by, format"},
      Route{"/buildid/", "GET, HEAD", Right::Read, By::Workers, &Service::give_kept},
      Route{"/", "GET, HEAD", Right::Read, By::Nobody, &Service::say_page},
      Route{"/openapi.json", "GET, HEAD", Right::Read, By::Nobody, &Service::say_description},
      Route{"/metrics", "GET", Right::Read, By::Nobody, &Service::say_metrics},
      Route{"/healthz", "GET, HEAD", Right::Read, By::Nobody, nullptr},
      Route{"/readyz", "GET, HEAD", Right::Read, By::Workers, &Service::say_ready}};
  const Route* found = nullptr;
  for (const Route& one : routes) {
    if (!one.takes(path)) continue;
    if (one.methods.contains(head.method)) return &one;
    if (found == nullptr) found = &one;
  }
  return found;
}

Service::Service(Settings settings)
    : bounds_(settings.bounds),
      page_(settings.page),
      description_(settings.description),
      tokens_(std::move(settings.tokens)),
      origins_(std::move(settings.origins), settings.only_local),
      folder_(settings.folder),
      memory_(std::move(settings.memory)),
      log_(std::move(settings.log)),
      counts_(count_stores(settings)),
      fetches_(fetches_of(settings)),
      projects_({.sources = equipped(std::move(settings.sources), counts_, fetches_),
                 .uploads = std::move(settings.uploads),
                 .files = std::move(settings.files),
                 .reports = settings.reports},
                tokens_.projects(), assemblers_),
      reports_(reports_of(settings)),
      assemblers_(bounds_.preparing, bounds_.assembled_waiting, Workers::Rank::Behind),
      workers_(settings.threads, bounds_.waiting),
      places_(bounds_.streams),
      streams_(bounds_.streams, 0),
      preparers_(bounds_.preparing, bounds_.uploads_waiting, Workers::Rank::Behind),
      receivers_(bounds_.receiving, bounds_.waiting, Workers::Rank::Behind) {
  equip(projects_.of({}));
  for (const std::string& name : tokens_.projects()) equip(projects_.of(name));
}

// A project's part of a store is counted as that store.
std::shared_ptr<store::Counts> Service::count_stores(const Settings& settings) {
  auto counts = std::make_shared<store::Counts>();
  for (const std::string& store : settings.sources.places.stores) {
    store::Count& count = counts->add(store);
    stores_.push_back({.kind = store::kind_of_store(store), .count = &count});
    for (const std::string& name : tokens_.projects())
      if (const auto own = store::store_within(store, name)) counts->add(*own, count);
  }
  return counts;
}

std::shared_ptr<Fetches> Service::fetches_of(const Settings& settings) {
  if (settings.servers.empty()) return nullptr;
  return std::make_shared<Fetches>(FetchSettings{.servers = settings.servers,
                                                 .stores = settings.sources.places.stores,
                                                 .symprep = settings.uploads.symprep,
                                                 .time = settings.uploads.time,
                                                 .memory = settings.uploads.memory,
                                                 .size = settings.uploads.size,
                                                 .warn = settings.sources.warn},
                                   [this] { projects_.note_change(projects_.of({})); });
}

Service::~Service() {
  give_up();
  // Fetches notify projects when images arrive.
  if (fetches_) fetches_->finish();
}

std::unique_ptr<KeptReports> Service::reports_of(const Settings& settings) {
  if (!settings.reports) return nullptr;
  return std::make_unique<KeptReports>(KeptReports::Settings{
      .folder = settings.folder, .streams = bounds_.streams, .warn = projects_.of({}).desks.sources().warn});
}

void Service::equip(Project& project) {
  if (reports_ && project.groups) reports_->serve(project);
  if (!project.name().empty()) metrics_of_projects_.try_emplace(project.name(), &metrics_);
  means_.emplace(project.name(), Means{.project = project,
                                       .desks = project.desks,
                                       .uploads = project.uploads,
                                       .metrics = metrics_of(project),
                                       .workers = workers_,
                                       .streams = streams_,
                                       .places = places_,
                                       .preparers = preparers_,
                                       .receivers = receivers_,
                                       .reports = reports_.get(),
                                       .added = [this, &project] { projects_.note_change(project); }});
}

Means* Service::admit(std::string_view authorization, Right right) {
  const auto grant = tokens_.grant(authorization);
  if (!grant || !grant->allows(right)) return nullptr;
  return &means_.find(projects_.of(grant->project).name())->second;
}

// Without a token, the shared project: the request sees nothing that belongs to a named project.
Project& Service::project_of(const Head& head) {
  const auto grant = tokens_.grant(head.field("authorization"));
  return projects_.of(grant ? grant->project : std::string_view());
}

Metrics& Service::metrics_of(const Project& project) {
  const auto found = metrics_of_projects_.find(project.name());
  return found == metrics_of_projects_.end() ? metrics_ : found->second;
}

// Abandons files that are being prepared. Files sent in chunks are resumed after a restart; for a file
// sent in one piece, the client gets an error.
void Service::give_up() {
  projects_.stop();
  if (fetches_) fetches_->stop();
  if (reports_) reports_->stop();
}

Result<void> Service::open() { return projects_.open(); }

std::optional<Answer> Service::why_not(const Route& route, const Head& head) const {
  if (const std::string stranger = origins_.why_not(head, route.what()); !stranger.empty())
    return Answer::text(403, stranger);
  if (head.method == "OPTIONS") {
    Answer answer{.status = 204};
    answer.fields = origins_.fields_for(head, route.what());
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
  // The page itself has no data; it requests it with the reader's token.
  const bool is_open_to_all = route.path == "/healthz" || route.path == "/readyz" || route.path == "/" ||
                              route.path == "/openapi.json";
  const auto grant = tokens_.grant(head.field("authorization"));
  if (is_open_to_all || (grant && grant->allows(route.right))) return std::nullopt;
  Answer answer = Answer::text(401, route.right == Right::Write
                                        ? "a token with write access is required: Authorization: Bearer …"
                                        : "a token is required: Authorization: Bearer …");
  answer.fields.emplace_back("WWW-Authenticate", "Bearer");
  return answer;
}

http::Plan Service::plan(const Head& head) {
  const Route* const route = Route::of(head);
  http::Plan plan;
  if (route == nullptr) {
    plan.refused = Answer::text(404, say("no such page: ", head.path, "; POST a log to /log"));
  } else {
    plan = plan_of(*route, head);
  }
  if (plan.refused)
    metrics_of(project_of(head)).count(route == nullptr ? "" : route->path, plan.refused->status, {});
  return plan;
}

http::Plan Service::plan_of(const Route& route, const Head& head) {
  http::Plan plan{.most = bounds_.question,
                  .refused = why_not(route, head),
                  .fields = origins_.fields_for(head, route.what())};
  if (plan.refused) return plan;
  if (const std::string unknown = head.why_not_these(route.words); !route.words.empty() && !unknown.empty())
    plan.refused = Answer::text(400, unknown);
  if (plan.refused) return plan;
  Project& project = project_of(head);
  if (route.by == Route::By::Nobody) {
    Request nothing;
    plan.refused = route.work == nullptr ? Answer::text(200, "ok") : (this->*route.work)(nothing, project);
  }
  if (route.path == "/log") {
    const auto wish = wish_of(head);
    if (!wish && !plan.refused) plan.refused = Answer::text(400, wish.error().message);
    // A client that knows the log's length mostly sends all of it before it reads an answer.
    const bool comes_bit_by_bit = head.has_body && !head.length;
    plan.intake = comes_bit_by_bit ? http::Plan::Intake::Streamed : http::Plan::Intake::Whole;
    plan.most = bounds_.log;
    plan.type = type_of(wish.value_or(Wish()).form);
  }
  if (route.changes_symbols() && !plan.refused && !project.uploads.are_taken())
    plan.refused = Answer::text(403, std::string(no_uploads));
  if (route.work == &Service::take_sentry_chunks) plan.most = most_of_sentry_body;
  if (route.by == Route::By::Preparers) {
    plan.most = project.uploads.settings().size;
    if (!plan.refused && !upload_name(std::string_view(head.path).substr(route.path.size())))
      plan.refused = Answer::text(400,
                                  "/symbols/ must be followed by the name of a file, without a path or "
                                  "a leading dot or dash");
  }
  return plan;
}

void Service::answer(Request request, Done done) {
  const Route* const route = Route::of(request.head);
  if (route == nullptr || route->work == nullptr) return done(Answer::text(404, "no such page"));
  Workers& workers = route->by == Route::By::Preparers   ? preparers_
                     : route->by == Route::By::Receivers ? receivers_
                                                         : workers_;
  const auto begun = std::chrono::steady_clock::now();
  const auto shared = std::make_shared<Request>(std::move(request));
  Project& project = project_of(shared->head);
  const bool taken = workers.take([this, route, shared, done, begun, &project] {
    Answer answer = answer_by(*route, *shared, project);
    metrics_of(project).count(route->path, answer.status, std::chrono::steady_clock::now() - begun);
    done(std::move(answer));
  });
  if (taken) return;
  metrics_of(project).count(route->path, 503, {});
  done(busy());
}

// Running out of memory or threads must fail only this request.
Answer Service::answer_by(const Route& route, Request& request, Project& project) {
  try {
    Answer answer = (this->*route.work)(request, project);
    for (auto& field : origins_.fields_for(request.head, route.what()))
      answer.fields.push_back(std::move(field));
    return answer;
  } catch (const std::exception&) {
    return busy(std::string(http::no_memory));
  }
}

void Service::served(const Head& head, const http::Served& what) {
  if (!log_) return;
  const Route* const route = Route::of(head);
  log_->add(route == nullptr ? "" : route->path, head, what);
}

Service::LiveEnd Service::answer_live(Project& project, std::unique_ptr<io::Input> log, const Wish& wish,
                                      http::Spool& spool) {
  try {
    LogBound bound{.most = bounds_.log};
    print::Output output([&](std::string_view text) { return spool.write(text); });
    auto desk = project.desks.take();
    if (reports_) log->tell(reports_->listener(project));
    const auto tally = desk->answer(std::move(log), wish, bound, output);
    if (bound.is_too_long) return {413, too_long(bounds_.log)};
    if (!tally) return {422, tally.error().message};
    desk.count(*tally, metrics_of(project));
    return {};
  } catch (const std::exception&) {
    spool.lack_memory();
    return {.status = 503};
  }
}

std::optional<Answer> Service::converse(Head head, int body, std::shared_ptr<http::Spool> spool) {
  const auto begun = std::chrono::steady_clock::now();
  const Wish wish = wish_of(head).value_or(Wish());
  Project& project = project_of(head);
  const auto place = places_.take(head.client, head.field("authorization"));
  const bool taken =
      place && streams_.take([this, &project, wish, body, begun, place, spool = std::move(spool)] {
        const LiveEnd end = answer_live(project, io::Input::from_descriptor(body, "the log"), wish, *spool);
        ::close(body);
        metrics_of(project).count("/log in chunks", end.status, std::chrono::steady_clock::now() - begun);
        spool->end(end.failure, end.status);
      });
  if (taken) return std::nullopt;
  ::close(body);
  metrics_of(project).count("/log in chunks", 503, {});
  return busy();
}

}  // namespace symkit::service

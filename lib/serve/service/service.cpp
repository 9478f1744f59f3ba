#include "serve/service/service.h"

#include <algorithm>
#include <exception>
#include <unistd.h>
#include <utility>

#include "ground/base/words.h"
#include "serve/service/log_route.h"
#include "serve/service/routes.h"

namespace symkit::service {

using http::Answer;
using http::Head;
using http::Request;

namespace {

constexpr std::string_view log_in_chunks = "/log in chunks";  // its name in the metrics

Answer busy(std::string why = "all workers are busy; try again shortly") {
  Answer answer = Answer::text(503, std::move(why));
  answer.fields.emplace_back("Retry-After", "1");
  return answer;
}

Sources equipped(Sources sources, std::shared_ptr<store::Counts> counts, std::shared_ptr<Fetches> fetches) {
  sources.places.opening.counts = std::move(counts);
  sources.places.elsewhere = std::move(fetches);
  return sources;
}

}  // namespace

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
      slots_(bounds_.streams),
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
  return std::make_unique<KeptReports>(projects_.of({}).desks.sources().warn);
}

std::unique_ptr<HeardCrashes> Service::crashes_of(Project& project, HeardCrashes::Count when) {
  return reports_ ? std::make_unique<HeardCrashes>(*reports_, project, when) : nullptr;
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
                                       .slots = slots_,
                                       .preparers = preparers_,
                                       .receivers = receivers_,
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
}

Result<void> Service::open() { return projects_.open(); }

std::optional<Answer> Service::why_not(const Route& route, const Head& head) const {
  if (const std::string stranger = origins_.why_not(head, route.pages); !stranger.empty())
    return Answer::text(403, stranger);
  if (head.method == "OPTIONS") {
    Answer answer{.status = 204};
    answer.fields = origins_.fields_for(head, route.pages);
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
  const auto grant = tokens_.grant(head.field("authorization"));
  if (route.access == Access::Anybody || (grant && grant->allows(route.right()))) return std::nullopt;
  Answer answer = Answer::text(401, route.access == Access::Writers
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
    metrics_of(project_of(head)).count(route == nullptr ? "" : route->name, plan.refused->status, {});
  return plan;
}

http::Plan Service::plan_of(const Route& route, const Head& head) {
  http::Plan plan{.most = bounds_.question,
                  .refused = why_not(route, head),
                  .fields = origins_.fields_for(head, route.pages)};
  if (plan.refused) return plan;
  if (const std::string unknown = head.why_not_these(route.words); !route.words.empty() && !unknown.empty())
    plan.refused = Answer::text(400, unknown);
  if (plan.refused) return plan;
  Project& project = project_of(head);
  if (route.access == Access::Writers && !project.uploads.are_taken())
    plan.refused = Answer::text(403, std::string(no_uploads));
  if (route.prepare != nullptr)
    if (const auto done = route.prepare(head, bounds_, project, plan); !done && !plan.refused)
      plan.refused = Answer::text(400, done.error().message);
  if (route.by == Route::By::Nobody) {
    Request nothing;
    plan.refused = (this->*route.work)(nothing, project);
  }
  return plan;
}

void Service::answer(Request request, Done done) {
  const Route* const route = Route::of(request.head);
  if (route == nullptr) return done(Answer::text(404, "no such page"));
  Workers& workers = route->by == Route::By::Preparers   ? preparers_
                     : route->by == Route::By::Receivers ? receivers_
                                                         : workers_;
  const auto begun = std::chrono::steady_clock::now();
  const auto shared = std::make_shared<Request>(std::move(request));
  Project& project = project_of(shared->head);
  const bool taken = workers.take([this, route, shared, done, begun, &project] {
    Answer answer = answer_by(*route, *shared, project);
    metrics_of(project).count(route->name, answer.status, std::chrono::steady_clock::now() - begun);
    done(std::move(answer));
  });
  if (taken) return;
  metrics_of(project).count(route->name, 503, {});
  done(busy());
}

// Running out of memory or threads must fail only this request.
Answer Service::answer_by(const Route& route, Request& request, Project& project) {
  try {
    Answer answer = (this->*route.work)(request, project);
    for (auto& field : origins_.fields_for(request.head, route.pages))
      answer.fields.push_back(std::move(field));
    return answer;
  } catch (const std::exception&) {
    return busy(std::string(http::no_memory));
  }
}

void Service::served(const Head& head, const http::Served& what) {
  if (!log_) return;
  const Route* const route = Route::of(head);
  log_->add(route == nullptr ? "" : route->name, head, what);
}

Service::LiveEnd Service::answer_live(Project& project, std::unique_ptr<io::Input> log, const Wish& wish,
                                      http::Spool& spool) {
  try {
    LogBound bound{.most = bounds_.log};
    print::Output output([&](std::string_view text) { return spool.write(text); });
    auto desk = project.desks.take();
    auto crashes = crashes_of(project, HeardCrashes::Count::AsTheyCome);
    const auto counts = desk->answer(std::move(log), wish, bound, output, crashes.get());
    if (crashes) crashes->finish();
    if (bound.is_too_long) return {413, too_long(bounds_.log)};
    if (!counts) return {422, counts.error().message};
    desk.count(*counts, metrics_of(project));
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
  const auto slot = slots_.take(head.client, head.field("authorization"));
  const bool taken =
      slot && streams_.take([this, &project, wish, body, begun, slot, spool = std::move(spool)] {
        const LiveEnd end = answer_live(project, io::Input::from_descriptor(body, "the log"), wish, *spool);
        ::close(body);
        metrics_of(project).count(log_in_chunks, end.status, std::chrono::steady_clock::now() - begun);
        spool->end(end.failure, end.status);
      });
  if (taken) return std::nullopt;
  ::close(body);
  metrics_of(project).count(log_in_chunks, 503, {});
  return busy();
}

}  // namespace symkit::service

#include "serve/service/routes.h"

#include <algorithm>
#include <array>

#include "serve/service/log_route.h"
#include "serve/service/sentry.h"

namespace symkit::service {

using http::Head;

namespace {

// A browser that opens /groups gets the page, which then requests the groups.
bool is_for_page(const Head& head) {
  return head.field("accept").starts_with("text/html") && !head.parameter("format");
}

Result<void> prepare_log(const Head& head, const Bounds& bounds, const Project& /*project*/,
                         http::Plan& plan) {
  const auto wish = wish_of(head);
  // A client that knows the log's length mostly sends all of it before it reads an answer.
  const bool comes_bit_by_bit = head.has_body && !head.length;
  plan.intake = comes_bit_by_bit ? http::Plan::Intake::Streamed : http::Plan::Intake::Whole;
  plan.most = bounds.log;
  plan.type = type_of(wish.value_or(Wish()).form);
  return wish ? Result<void>() : fail(wish.error());
}

Result<void> prepare_dump(const Head& head, const Bounds& bounds, const Project& /*project*/,
                          http::Plan& plan) {
  plan.most = bounds.log;
  const auto wish = wish_of(head);
  return wish ? Result<void>() : fail(wish.error());
}

Result<void> prepare_upload(const Head& head, const Bounds& /*bounds*/, const Project& project,
                            http::Plan& plan) {
  plan.most = project.uploads.settings().size;
  if (upload_name(std::string_view(head.path).substr(std::string_view("/symbols/").size()))) return {};
  return fail("/symbols/ must be followed by the name of a file, without a path or a leading dot or dash");
}

Result<void> prepare_chunks(const Head& /*head*/, const Bounds& /*bounds*/, const Project& /*project*/,
                            http::Plan& plan) {
  plan.most = most_of_sentry_body;
  return {};
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
  using enum Access;
  using enum By;
  constexpr auto profilers = Origins::What::OfProfilers;
  static constexpr std::array routes = {
      Route{"/log", "POST, PUT", Readers, Workers, &Service::answer_log, log_words, prepare_log},
      Route{"/dump", "POST, PUT", Readers, Workers, &Service::answer_dump, log_words, prepare_dump},
      Route{.path = "/symbolicate/v5",
            .methods = "POST",
            .access = Readers,
            .by = Workers,
            .work = &Service::answer_profiler,
            .pages = profilers},
      Route{.path = "/source/v1",
            .methods = "POST",
            .access = Readers,
            .by = Workers,
            .work = &Service::show_source,
            .pages = profilers},
      Route{"/pprof/*/symbolz", "GET, HEAD, POST", Readers, Workers, &Service::say_symbolz},
      Route{"/symbols/", "PUT", Writers, Preparers, &Service::take_upload, {}, prepare_upload},
      Route{"/symbols", "GET, HEAD", Readers, Receivers, &Service::list_symbols, "find, lines, most"},
      Route{"/symbols/", "GET, HEAD", Readers, Receivers, &Service::describe_symbols},
      Route{"/symbols/", "DELETE", Writers, Receivers, &Service::remove_symbols},
      Route{"/api/0/organizations/*/chunk-upload/", "GET", Writers, Receivers, &Service::say_sentry_options},
      Route{"/api/0/organizations/*/chunk-upload/",
            "POST",
            Writers,
            Receivers,
            &Service::take_sentry_chunks,
            {},
            prepare_chunks},
      Route{"/api/0/projects/*/*/files/difs/assemble/", "POST", Writers, Receivers, &Service::assemble},
      Route{.path = "/groups",
            .methods = "GET, HEAD",
            .access = Anybody,
            .by = Nobody,
            .work = &Service::say_page,
            .name = "/",
            .is_meant = is_for_page},
      Route{"/groups", "GET, HEAD", Readers, Receivers, &Service::list_groups,
            "find, by, skip, most, format"},
      Route{"/groups/", "GET, HEAD", Readers, Receivers, &Service::describe_group, "by, format"},
      Route{"/buildid/", "GET, HEAD", Readers, Workers, &Service::give_kept},
      Route{"/", "GET, HEAD", Anybody, Nobody, &Service::say_page},  // requests data with the reader's token
      Route{"/openapi.json", "GET, HEAD", Anybody, Nobody, &Service::say_description},
      Route{"/metrics", "GET", Readers, Nobody, &Service::say_metrics},
      Route{"/healthz", "GET, HEAD", Anybody, Nobody, &Service::say_alive},
      Route{"/readyz", "GET, HEAD", Anybody, Workers, &Service::say_ready}};
  const Route* found = nullptr;
  for (const Route& one : routes) {
    if (!one.takes(head)) continue;
    if (one.methods.contains(head.method)) return &one;
    if (found == nullptr) found = &one;
  }
  return found;
}

}  // namespace symkit::service

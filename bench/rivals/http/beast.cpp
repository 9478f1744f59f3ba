// The room http with the same to do: the whole body, then the same bytes back.
#include <cstdlib>

#include "serve/http/server.h"

namespace {

using namespace symkit::http;

class Echo final : public Application {
 public:
  Plan plan(const Head& /*head*/) override { return {.most = 1 << 20}; }
  void answer(Request request, Done done) override {
    Answer answer;
    answer.body = std::move(request.body);
    done(std::move(answer));
  }
  std::optional<Answer> converse(Head /*head*/, int /*body*/, std::shared_ptr<Spool> /*spool*/) override {
    return Answer::text(503, "not here");
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  Echo echo;
  const auto server = Server::open({.port = static_cast<std::uint16_t>(std::atoi(argv[1]))}, echo);
  if (!server) return 1;
  (*server)->run();
  return 0;
}

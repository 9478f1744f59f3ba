#include "serve/http/server.h"

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <sys/resource.h>
#include <utility>

#include "ground/base/words.h"
#include "serve/http/connection.h"

namespace symkit::http {

namespace net = boost::asio;
using tcp = net::ip::tcp;

class Server::Impl {
 public:
  Impl(Settings settings, Application& application)
      : shared_{application, std::move(settings)},
        context_(1),
        acceptor_(context_),
        signals_(context_, SIGTERM, SIGINT),
        grace_(context_),
        scribe_(shared_.settings.folder) {
    shared_.scribe = &scribe_;
  }

  Result<void> open() {
    if (auto loaded = load_certificate(); !loaded) return loaded;
    boost::system::error_code error;
    const auto address = net::ip::make_address(shared_.settings.address, error);
    if (error) return fail(say("'", shared_.settings.address, "' is not the address of an interface"));
    const tcp::endpoint endpoint(address, shared_.settings.port);
    static_cast<void>(acceptor_.open(endpoint.protocol(), error));
    if (!error) static_cast<void>(acceptor_.set_option(net::socket_base::reuse_address(true), error));
    if (!error) static_cast<void>(acceptor_.bind(endpoint, error));
    if (!error) static_cast<void>(acceptor_.listen(net::socket_base::max_listen_connections, error));
    if (error)
      return fail(say("cannot listen on ", text_of(endpoint), ": ", error.message(),
                      "; choose another address or port with --listen"));
    return {};
  }

  std::string place() const { return text_of(acceptor_.local_endpoint()); }

  void run() {
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (!error) stop();
    });
    for (bool is_over = false; !is_over;) is_over = run_on();
  }

 private:
  // Returns false if one connection ran out of memory; the others continue.
  bool run_on() {
    try {
      if (!is_accepting_ && !shared_.stopping) accept();
      context_.run();
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  static std::string text_of(const tcp::endpoint& endpoint) {
    const std::string address = endpoint.address().to_string();
    return endpoint.address().is_v6() ? say('[', address, "]:", endpoint.port())
                                      : say(address, ':', endpoint.port());
  }

  Result<void> load_certificate() {
    const Certificate& certificate = shared_.settings.certificate;
    if (certificate.chain.empty()) return {};
    boost::system::error_code error;
    auto tls = std::make_unique<net::ssl::context>(net::ssl::context::tls_server);
    static_cast<void>(tls->set_options(
        net::ssl::context::no_tlsv1 | net::ssl::context::no_tlsv1_1 | net::ssl::context::no_compression,
        error));
    static_cast<void>(tls->use_certificate_chain_file(certificate.chain, error));
    if (error) return fail(say(certificate.chain, ": is not a PEM certificate: ", error.message()));
    static_cast<void>(tls->use_private_key_file(certificate.key, net::ssl::context::pem, error));
    if (error)
      return fail(say(certificate.key, ": is not the key of ", certificate.chain, ": ", error.message()));
    shared_.tls = std::move(tls);
    return {};
  }

  void accept() {
    acceptor_.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      is_accepting_ = false;
      if (shared_.stopping) return;
      if (!error && shared_.connections.size() < shared_.settings.limits.connections) take(std::move(socket));
      if (!error) return accept();
      // Mostly because no descriptors are left: some of the open ones will be closed.
      grace_.expires_after(std::chrono::milliseconds(100));
      grace_.async_wait([this](const boost::system::error_code& stopped) {
        if (!stopped) accept();
      });
      is_accepting_ = true;
    });
    is_accepting_ = true;
  }

  // A connection is closed if there is no memory for it.
  void take(tcp::socket socket) {
    try {
      serve(shared_, std::move(socket));
    } catch (const std::bad_alloc&) {
      return;
    }
  }

  void stop() {
    shared_.stopping = true;
    boost::system::error_code ignored;
    static_cast<void>(acceptor_.close(ignored));
    for (Connection* const connection : shared_.connections)
      if (connection->is_idle()) connection->close();
    if (shared_.connections.empty()) return;
    grace_.expires_after(shared_.settings.limits.stop);
    grace_.async_wait([this](const boost::system::error_code& error) {
      if (error) return;
      shared_.application.give_up();
      for (Connection* const connection : shared_.connections) connection->close();
    });
    shared_.when_empty = [this] { grace_.cancel(); };
  }

  Shared shared_;
  net::io_context context_;
  tcp::acceptor acceptor_;
  net::signal_set signals_;
  net::steady_timer grace_;
  bool is_accepting_ = false;  // or will be in a moment
  Scribe scribe_;              // destroyed first: it notifies the others of what it has written
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

namespace {

// Each connection needs a descriptor, and the soft limit is mostly lower than the hard one.
void allow_descriptors(std::size_t connections) {
  constexpr rlim_t others = 512;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= connections + others) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, connections + others);
  static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
}

}  // namespace

Result<std::unique_ptr<Server>> Server::open(Settings settings, Application& application) {
  allow_descriptors(settings.limits.connections);
  auto impl = std::make_unique<Impl>(std::move(settings), application);
  if (const auto opened = impl->open(); !opened) return fail(opened.error());
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::string Server::place() const { return impl_->place(); }
void Server::run() { impl_->run(); }

}  // namespace symkit::http

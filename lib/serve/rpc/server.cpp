#include "serve/rpc/server.h"

#include <chrono>
#include <condition_variable>
#include <grpcpp/grpcpp.h>
#include <grpcpp/resource_quota.h>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "ground/base/words.h"
#include "ground/io/mapped_file.h"
#include "serve/rpc/debuginfo.h"
#include "serve/rpc/symbol_manager.h"
#include "serve/rpc/symbolication.h"

namespace symkit::rpc {
namespace {

constexpr std::chrono::seconds stop_within{10};
// Parca's agents send chunks of 8 MB.
constexpr int largest_message = 9 << 20;

std::string with_port(const std::string& address, int port) {
  return address.find(':') == std::string::npos ? say(address, ':', port) : say('[', address, "]:", port);
}

Result<std::shared_ptr<grpc::ServerCredentials>> credentials_of(const http::Certificate& certificate) {
  if (certificate.chain.empty()) return grpc::InsecureServerCredentials();
  const auto chain = io::MappedFile::open(certificate.chain), key = io::MappedFile::open(certificate.key);
  if (!chain || !key) return fail(chain ? key.error() : chain.error());
  grpc::SslServerCredentialsOptions options;
  options.pem_key_cert_pairs.push_back(
      {std::string(as_text(key->bytes())), std::string(as_text(chain->bytes()))});
  return grpc::SslServerCredentials(options);
}

}  // namespace

class Server::Impl {
 public:
  Impl(Settings settings, service::Service& service)
      : settings_(std::move(settings)),
        service_(service),
        symbolication_(service, settings_.folder),
        manager_(service, settings_.folder),
        debuginfo_(service, settings_.folder) {}

  Result<void> open() {
    const auto credentials = credentials_of(settings_.certificate);
    if (!credentials) return fail(credentials.error());
    grpc::ServerBuilder builder;
    // Otherwise two servers on one port would share its clients.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.SetMaxReceiveMessageSize(largest_message);
    // Finds clients whose line was cut: they are probed even if they send nothing.
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 30'000);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 20'000);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
    builder.AddListeningPort(with_port(settings_.address, settings_.port), *credentials, &port_);
    builder.RegisterService(&symbolication_);
    builder.RegisterService(&manager_);
    builder.RegisterService(&debuginfo_);
    server_ = builder.BuildAndStart();
    if (server_ && port_ != 0) return {};
    return fail(say("cannot listen on ", with_port(settings_.address, settings_.port),
                    "; choose another address or port with --grpc"));
  }

  // Calls end by themselves or are cancelled; but stopping waits for a file that is being prepared,
  // unless it is abandoned.
  void stop() {
    if (!server_) return;
    const std::jthread late([this](const std::stop_token& done) {
      std::mutex lock;
      std::unique_lock locked(lock);
      std::condition_variable_any over;
      if (over.wait_for(locked, done, stop_within, [&] { return done.stop_requested(); })) return;
      if (!done.stop_requested()) service_.give_up();
    });
    server_->Shutdown(std::chrono::system_clock::now() + stop_within);
  }

  std::string place() const { return with_port(settings_.address, port_); }

 private:
  Settings settings_;
  service::Service& service_;
  Symbolication symbolication_;
  SymbolManager manager_;
  Debuginfo debuginfo_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;  // destroyed first
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() { impl_->stop(); }

Result<std::unique_ptr<Server>> Server::open(const Settings& settings, service::Service& service) {
  auto impl = std::make_unique<Impl>(settings, service);
  if (auto opened = impl->open(); !opened) return fail(opened.error());
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::string Server::place() const { return impl_->place(); }

}  // namespace symkit::rpc

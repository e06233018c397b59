// SPDX-License-Identifier: BSL-1.0
// A server of paths over many worlds, with gRPC's threads: server ADDRESS WORLD... Ends on a line on standard input.
#include "paths.grpc.pb.h"
#include "portolan/portolan.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <grpcpp/grpcpp.h>

namespace {

using portolan::example::FindReply;
using portolan::example::FindRequest;

constexpr std::uint64_t kMaxExpansions = 1'000'000;  ///< of any one question

/// A query with a path for its answer; one question at a time.
struct Asker {
  explicit Asker(const portolan::World& world, std::size_t profile) : query(world, profile), path(query.room()) {}
  portolan::PathQuery query;
  portolan::Path path;
};

/// The askers of one profile: as many as there were ever questions at once, lent one by one.
class Askers {
 public:
  Askers(portolan::World world, std::size_t profile) : world_(std::move(world)), profile_(profile) {}

  /// Comes back by itself when the question is answered.
  class Lent {
   public:
    Lent(Askers& owner, std::unique_ptr<Asker> asker) : owner_(owner), asker_(std::move(asker)) {}
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    ~Lent() { owner_.take_back(std::move(asker_)); }
    Asker* operator->() const { return asker_.get(); }

   private:
    Askers& owner_;
    std::unique_ptr<Asker> asker_;
  };

  Lent lend() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto asker = std::move(idle_.back());
        idle_.pop_back();
        return Lent(*this, std::move(asker));
      }
    }
    return Lent(*this, std::make_unique<Asker>(world_, profile_));
  }

 private:
  void take_back(std::unique_ptr<Asker> asker) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(asker));
  }

  portolan::World world_;
  std::size_t profile_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Asker>> idle_;
};

class PathServer final : public portolan::example::Paths::Service {
 public:
  /// Returns whether the file could be opened.
  bool add(const std::string& file) {
    const auto world = portolan::World::open(file);
    if (!world) {
      std::fprintf(stderr, "%s\n", world.error().message.c_str());
      return false;
    }
    auto& profiles = worlds_[std::filesystem::path(file).stem().string()];
    for (std::size_t i = 0; i < world->profiles().size(); ++i) {
      profiles.push_back(std::make_unique<Askers>(*world, i));
    }
    return true;
  }

  grpc::Status Find(grpc::ServerContext*, const FindRequest* request, FindReply* reply) override {
    const auto world = worlds_.find(request->world());
    if (world == worlds_.end()) return {grpc::StatusCode::NOT_FOUND, "no such world"};
    if (request->profile() >= world->second.size()) return {grpc::StatusCode::OUT_OF_RANGE, "no such profile"};
    const Askers::Lent asker = world->second[request->profile()]->lend();
    const std::uint64_t wanted = request->max_expansions();
    const portolan::PathResult result =
        asker->query.find({.from = {request->from().x(), request->from().y()},
                           .to = {request->to().x(), request->to().y()},
                           .max_expansions = wanted == 0 ? kMaxExpansions : std::min(wanted, kMaxExpansions)},
                          asker->path);
    reply->set_status(std::string(to_string(result.status)));
    if (result.status != portolan::Status::found) return grpc::Status::OK;
    reply->set_length(result.length);
    reply->set_optimal(result.optimal());
    for (const portolan::Tile at : asker->path.waypoints()) {
      auto* tile = reply->add_waypoints();
      tile->set_x(at.x);
      tile->set_y(at.y);
    }
    return grpc::Status::OK;
  }

 private:
  std::map<std::string, std::vector<std::unique_ptr<Askers>>>
      worlds_;  ///< by name and profile; never changed once served
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  PathServer paths;
  for (int i = 2; i < argc; ++i) {
    if (!paths.add(argv[i])) return 2;
  }
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort(argv[1], grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&paths);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (!server) return 2;
  std::printf("serving on port %d\n", port);
  std::fflush(stdout);
  while (std::getchar() != '\n' && std::feof(stdin) == 0) {
  }
  server->Shutdown();
  return 0;
}

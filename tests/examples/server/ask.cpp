// SPDX-License-Identifier: BSL-1.0
// Asks a server of paths: ask ADDRESS WORLD FROM_X FROM_Y TO_X TO_Y
#include "paths.grpc.pb.h"

#include <cstdio>
#include <cstdlib>

#include <grpcpp/grpcpp.h>

int main(int argc, char** argv) {
  if (argc != 7) return 2;
  const auto server =
      portolan::example::Paths::NewStub(grpc::CreateChannel(argv[1], grpc::InsecureChannelCredentials()));
  portolan::example::FindRequest request;
  request.set_world(argv[2]);
  request.mutable_from()->set_x(std::atoi(argv[3]));
  request.mutable_from()->set_y(std::atoi(argv[4]));
  request.mutable_to()->set_x(std::atoi(argv[5]));
  request.mutable_to()->set_y(std::atoi(argv[6]));
  grpc::ClientContext context;
  portolan::example::FindReply reply;
  if (const grpc::Status status = server->Find(&context, request, &reply); !status.ok()) {
    std::printf("%s\n", status.error_message().c_str());
    return 1;
  }
  std::printf("%s, %.3f tiles over %d waypoints\n", reply.status().c_str(), reply.length(), reply.waypoints_size());
  return 0;
}

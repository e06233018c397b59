// SPDX-License-Identifier: BSL-1.0
#include "mpi/rank_messages.hpp"

#include <array>

namespace portolan::tools {
namespace {

constexpr int kWords = 8;
using Words = std::array<std::uint64_t, kWords>;

}  // namespace

void send(const RankMessage& message, int rank, int tag) {
  const auto word = [](auto value) { return static_cast<std::uint64_t>(value); };
  const CellCut& cut = message.cut;
  const Words words{word(message.word), message.profile,   message.worker, word(cut.level),
                    word(cut.shift.x),  word(cut.shift.y), cut.crossings,  message.number};
  MPI_Send(words.data(), kWords, MPI_UINT64_T, rank, tag, MPI_COMM_WORLD);
}

bool receive(int rank, int tag, ReceivedMessage& into) {
  int there = 0;
  MPI_Status status;
  if (MPI_Iprobe(rank, tag, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || there == 0) return false;
  Words words{};
  const int from = status.MPI_SOURCE;
  if (MPI_Recv(words.data(), kWords, MPI_UINT64_T, from, tag, MPI_COMM_WORLD, &status) != MPI_SUCCESS) return false;
  const auto number = [&](std::size_t place) { return static_cast<std::int32_t>(words[place]); };
  into = {{static_cast<Word>(words[0]),
           static_cast<std::uint32_t>(words[1]),
           static_cast<std::uint32_t>(words[2]),
           {number(3), {number(4), number(5)}, words[6]},
           words[7]},
          from};
  return true;
}

}  // namespace portolan::tools

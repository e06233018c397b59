// SPDX-License-Identifier: BSL-1.0
// What the ranks of a build say to each other: short messages from point to point, never to all at once, so that a rank
// that is lost holds up nobody. Rank 0 answers whatever is asked at once; the others wait and ask again.
#pragma once

#include "portolan/offline/cell_crew.hpp"

#include <cstdint>

#include <mpi.h>

namespace portolan::tools {

/// Of a message to rank 0.
inline constexpr int kTagToFirst = 1;
/// Of an answer.
inline constexpr int kTagAnswer = 2;

enum class Word : std::uint64_t {
  // To rank 0:
  ask,     ///< for a cell of a profile
  made,    ///< a cell
  refuse,  ///< to make it
  leave,   ///< asks to leave, since there is nothing more to do
  // Answers to `ask` and `leave`:
  lend,      ///< a cell
  wait,      ///< and ask again
  over,      ///< the profile needs no help any more
  together,  ///< all ranks leave by MPI_Finalize
  alone,     ///< a rank is lost, for which MPI_Finalize would wait: the process just ends
};

/// One message.
struct RankMessage {
  Word word = Word::ask;
  std::uint32_t profile = 0;
  std::uint32_t worker = 0;  ///< of the rank
  CellCut cut = {};          ///< of the cell
  std::uint64_t number = 0;  ///< of the cell
};

void send(const RankMessage& message, int rank, int tag);

/// A message that has come, and from whom.
struct ReceivedMessage {
  RankMessage message;
  int rank = MPI_ANY_SOURCE;
};

/// Takes a message from a rank, or MPI_ANY_SOURCE, if one has come. `into` is left alone if not.
[[nodiscard]] bool receive(int rank, int tag, ReceivedMessage& into);

}  // namespace portolan::tools

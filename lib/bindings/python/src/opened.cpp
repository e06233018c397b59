// SPDX-License-Identifier: BSL-1.0
#include "opened.hpp"

#include <unistd.h>

namespace portolan::python {

void PathFinder::use(const Snapshot& snapshot) {
  if (used == snapshot) return;
  try {
    query.use(snapshot);
    walker.use(snapshot);
    make_room(query, path);
    used = snapshot;
  } catch (...) {
    query.use(nullptr);
    walker.use(nullptr);
    used = nullptr;
    throw;
  }
}

BatchFinder::~BatchFinder() {
  if (process != getpid()) static_cast<void>(query.release());
}

void BoardFinder::close(AreaClosures wanted) {
  if (wanted.areas == closed.areas && wanted.borders == closed.borders) return;
  query.close(wanted);
  closed = std::move(wanted);
}

}  // namespace portolan::python

// SPDX-License-Identifier: BSL-1.0
// Units in a window, by SDL2: they march where one clicks, and the space bar opens and closes the bridges.
//
//     window quay.pnav                       until it is closed
//     window quay.pnav 60 picture.bmp        60 ticks at once, without a hand on the mouse; then a picture
#include "portolan/portolan.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include <SDL.h>

namespace {

constexpr int kTile = 24;            // pixels
constexpr Uint32 kTickLength = 150;  // milliseconds
constexpr portolan::Tile kCamp{5, 9};
constexpr portolan::Tile kFirstGoal{28, 9};
constexpr std::size_t kUnits = 9;

portolan::TerrainId terrain_called(const portolan::World& world, std::string_view name) {
  const auto palette = world.palette();
  const auto at = std::ranges::find_if(palette, [=](const auto& terrain) { return terrain.name == name; });
  return static_cast<portolan::TerrainId>(at - palette.begin());
}

SDL_Color colour_of(std::string_view terrain) {
  if (terrain == "water") return {90, 140, 190, 255};
  if (terrain == "road") return {200, 190, 170, 255};
  if (terrain == "bridge") return {160, 120, 80, 255};
  if (terrain == "sand") return {225, 210, 160, 255};
  if (terrain == "trees") return {70, 120, 70, 255};
  if (terrain == "grass") return {140, 180, 110, 255};
  return {90, 85, 80, 255};
}

class Game {
 public:
  explicit Game(const portolan::World& world)
      : world_(world),
        bridge_(terrain_called(world, "bridge")),
        water_(terrain_called(world, "water")),
        edits_(world),
        crowd_(world, 0, {.units = kUnits}),
        guide_(world, 0),
        march_(guide_) {
    std::vector<portolan::UnitId> units;
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        const portolan::AddedUnit added = crowd_.add({.tile = {kCamp.x + x, kCamp.y + y}});
        if (added.status == portolan::Status::found) units.push_back(added.unit);
      }
    }
    (void)march_.form(crowd_, units, portolan::FormationShape::box(units.size(), 3));
  }

  /// False if nobody can go there.
  bool march_to(portolan::Tile goal) {
    goal_ = goal;
    return march_.order(crowd_, {.goal = goal}).status == portolan::Status::found;
  }

  /// What all see from now on is another snapshot of the world; the file stays as it is.
  void toggle_bridges() {
    open_ = !open_;
    for (std::int32_t y = 0; y < world_.height(); ++y) {
      for (std::int32_t x = 0; x < world_.width(); ++x) {
        if (terrain_in_file({x, y}) != bridge_) continue;
        (void)edits_.set_terrain({{x, y}, {x + 1, y + 1}}, open_ ? water_ : bridge_);
      }
    }
    shown_ = std::make_shared<const portolan::Overlay>(edits_);
    crowd_.use(shown_);
    guide_.use(shown_);
    (void)march_to(goal_);  // by another way, if there is one
  }

  void tick() {
    marching_ = march_.advance(crowd_);
    stuck_ += crowd_.tick().stuck.size();
  }

  void draw(SDL_Renderer* renderer, float part_of_tick) const {
    for (std::int32_t y = 0; y < world_.height(); ++y) {
      for (std::int32_t x = 0; x < world_.width(); ++x) {
        const SDL_Color colour = colour_of(world_.palette()[edits_.terrain({x, y})].name);
        fill(renderer, colour, static_cast<float>(x), static_cast<float>(y), 1);
      }
    }
    for (std::size_t i = 0; i < march_.size(); ++i) {
      const portolan::Tile slot = march_.member(i).slot;
      fill(renderer, {235, 220, 120, 255}, static_cast<float>(slot.x) + 0.4F, static_cast<float>(slot.y) + 0.4F, 0.2F);
    }
    for (portolan::UnitId id = 0; id < crowd_.size(); ++id) {
      const portolan::UnitView unit = crowd_.unit(id);
      // A move that has begun is drawn on its way: what the crowd says is whole tiles.
      const float length = static_cast<float>(std::max<portolan::Tick>(unit.end - unit.begin, 1));
      const float gone = unit.tile == unit.to
                             ? 0
                             : std::min(1.F, (static_cast<float>(crowd_.now() - unit.begin) + part_of_tick) / length);
      const float x = static_cast<float>(unit.tile.x) + gone * static_cast<float>(unit.to.x - unit.tile.x);
      const float y = static_cast<float>(unit.tile.y) + gone * static_cast<float>(unit.to.y - unit.tile.y);
      const bool is_stuck = unit.state == portolan::UnitState::stuck;
      fill(renderer, is_stuck ? SDL_Color{200, 60, 50, 255} : SDL_Color{40, 50, 110, 255}, x + 0.2F, y + 0.2F, 0.6F);
    }
  }

  void report() const {
    std::printf("%zu of %zu in their places, bridges %s, %s, %zu times stuck\n", marching_.members - marching_.behind,
                marching_.members, open_ ? "open" : "closed",
                march_.state() == portolan::FormationState::arrived ? "arrived" : "on the way", stuck_);
  }

 private:
  [[nodiscard]] portolan::TerrainId terrain_in_file(portolan::Tile tile) const { return world_.terrain()[tile]; }
  static void fill(SDL_Renderer* renderer, SDL_Color colour, float x, float y, float side) {
    SDL_SetRenderDrawColor(renderer, colour.r, colour.g, colour.b, colour.a);
    const SDL_FRect area{x * kTile, y * kTile, side * kTile, side * kTile};
    SDL_RenderFillRectF(renderer, &area);
  }

  portolan::World world_;
  portolan::TerrainId bridge_;
  portolan::TerrainId water_;
  portolan::Overlay edits_;
  std::shared_ptr<const portolan::Overlay> shown_;
  portolan::Crowd crowd_;
  portolan::FormationGuide guide_;
  portolan::Formation march_;
  portolan::FormationReport marching_;
  portolan::Tile goal_ = kCamp;
  std::size_t stuck_ = 0;
  bool open_ = false;  // for ships
};

/// Plays until the window is closed.
void play(Game& game, SDL_Renderer* renderer) {
  Uint32 next = SDL_GetTicks();
  for (;;) {
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) {
      if (event.type == SDL_QUIT) return;
      if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_SPACE) game.toggle_bridges();
      if (event.type == SDL_MOUSEBUTTONDOWN) (void)game.march_to({event.button.x / kTile, event.button.y / kTile});
    }
    const Uint32 now = SDL_GetTicks();
    for (; next <= now; next += kTickLength) game.tick();
    game.draw(renderer, 1.F - static_cast<float>(next - now) / static_cast<float>(kTickLength));
    SDL_RenderPresent(renderer);
    SDL_Delay(10);
  }
}

/// Half of the ticks with the bridges closed, half with them open.
bool rehearse(Game& game, SDL_Renderer* renderer, SDL_Surface* surface, int ticks, const char* picture) {
  for (int tick = 0; tick < ticks; ++tick) {
    if (tick == ticks / 2) game.toggle_bridges();
    game.tick();
  }
  game.draw(renderer, 0);
  SDL_RenderPresent(renderer);
  game.report();
  return picture == nullptr || SDL_SaveBMP(surface, picture) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto world = argc < 2
                         ? portolan::Error{portolan::ErrorCode::usage, "usage: window WORLD.pnav [TICKS [PICTURE.bmp]]"}
                         : portolan::World::open(argv[1]);
  if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 1;
  Game game(*world);
  if (!game.march_to(kFirstGoal))
    return std::fprintf(stderr,
                        "nobody can go from the camp to the first goal: change kCamp and kFirstGoal for this world\n"),
           1;
  const int width = world->width() * kTile;
  const int height = world->height() * kTile;
  if (argc > 2) {
    const std::unique_ptr<SDL_Surface, decltype(&SDL_FreeSurface)> surface(
        SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_RGBA32), SDL_FreeSurface);
    const std::unique_ptr<SDL_Renderer, decltype(&SDL_DestroyRenderer)> renderer(
        SDL_CreateSoftwareRenderer(surface.get()), SDL_DestroyRenderer);
    return rehearse(game, renderer.get(), surface.get(), std::atoi(argv[2]), argc > 3 ? argv[3] : nullptr) ? 0 : 1;
  }
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return std::fprintf(stderr, "%s\n", SDL_GetError()), 1;
  SDL_Window* window = nullptr;
  SDL_Renderer* renderer = nullptr;
  if (SDL_CreateWindowAndRenderer(width, height, 0, &window, &renderer) == 0) {
    SDL_SetWindowTitle(window, "Quay");
    play(game, renderer);
  }
  SDL_Quit();
  return 0;
}

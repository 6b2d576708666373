// Reads the description of a variant that komadai.variants.compilation writes. A Reader gives the values of a
// dictionary by their keys: `number`, `flag`, `text`, `list` (of Readers) and `paths` (of legs: dx, dy, max,
// mode).
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "variants/rules.h"

namespace komadai::variants {

namespace keys {  // in the order of the enumerations

inline constexpr std::array PROMOTIONS = {"none", "zone", "enter", "enter-last", "capture", "always"};
inline constexpr std::array FORCED = {"stuck", "always", "never", "promoted-capture"};
inline constexpr std::array DROP_FACES = {"front", "either"};
inline constexpr std::array CHECKS = {"answer", "ignore", "mate"};
inline constexpr std::array NO_MOVES = {"loss", "draw"};
inline constexpr std::array TRIES = {"none", "safe", "any"};
inline constexpr std::array BARE_KINGS = {"none", "loss", "shatranj", "chu-lishogi", "chu-jcsa"};
inline constexpr std::array REPETITIONS = {"draw", "first-loses", "second-loses", "mover-loses"};
inline constexpr std::array PERPETUAL_CHECKS = {"none", "loss", "loss-if-any-check"};
inline constexpr std::array LIONS = {"none", "lishogi", "jcsa"};

}  // namespace keys

// The value of a key that is one of `names`, as an enumeration that has their order.
template <class Enum, class Reader, size_t N>
Enum read_choice(const Reader& from, const char* key, const std::array<const char*, N>& names) {
  const std::string text = from.text(key);
  for (size_t i = 0; i < N; ++i)
    if (text == names[i]) return Enum(i);
  throw std::invalid_argument(std::string(key) + ": unknown value " + text);
}

template <class Reader>
KindSpec read_kind(const Reader& d, const Reader& variant) {
  KindSpec kind;
  kind.id = d.text("id");
  kind.alias = d.text("alias");
  for (const auto& path : d.paths("paths")) {
    std::vector<Leg> legs;
    for (const auto& [dx, dy, max, mode] : path) {
      if (mode < 0 || mode > 255) throw std::invalid_argument(kind.id + ": no mode of a leg");
      legs.push_back({dx, dy, max, uint8_t(mode)});
    }
    kind.paths.push_back(std::move(legs));
  }
  kind.promotes_to = d.number("promotes_to") + 1;
  kind.hand = d.number("hand") + 1;
  kind.royal = d.flag("royal");
  kind.jump_rank = d.number("jump_rank");
  kind.burns = d.flag("burns");
  kind.contagious = d.number("contagious") + 1;
  kind.lion = d.flag("lion");
  kind.tsukegui = d.flag("tsukegui");
  kind.may_pass = d.flag("may_pass");
  kind.max_per_file = d.number("max_per_file");
  kind.drop_mate = d.flag("drop_mate");
  kind.zone = d.number("zone");
  kind.promotes_by = d.text("promotes_by").empty()
                         ? read_choice<Promotion>(variant, "promotion", keys::PROMOTIONS)
                         : read_choice<Promotion>(d, "promotes_by", keys::PROMOTIONS);
  kind.promotion_forced =
      read_choice<Forced>(d.text("promotion_forced").empty() ? variant : d, "promotion_forced", keys::FORCED);
  kind.value = d.number("value");
  return kind;
}

// Throws std::invalid_argument.
template <class Reader>
Spec read_description(const Reader& d) {
  Spec spec;
  spec.name = d.text("name");
  spec.files = d.number("files");
  spec.ranks = d.number("ranks");
  spec.zone = d.number("zone");
  spec.sfen = d.text("sfen");
  spec.drops = d.flag("drops");
  spec.drop_stuck = d.flag("drop_stuck");
  spec.drop_faces = read_choice<DropFaces>(d, "drop_faces", keys::DROP_FACES);
  spec.check = read_choice<CheckRule>(d, "check", keys::CHECKS);
  spec.no_moves = read_choice<NoMoves>(d, "no_moves", keys::NO_MOVES);
  spec.try_rule = read_choice<Try>(d, "try", keys::TRIES);
  spec.bare_king = read_choice<BareKing>(d, "bare_king", keys::BARE_KINGS);
  spec.check_wins = d.flag("check_wins");
  spec.repetition_count = d.number("repetition_count");
  spec.repetition_result = read_choice<RepetitionResult>(d, "repetition_result", keys::REPETITIONS);
  spec.perpetual_check = read_choice<PerpetualCheck>(d, "perpetual_check", keys::PERPETUAL_CHECKS);
  spec.lion = read_choice<LionRule>(d, "lion", keys::LIONS);
  spec.kinds.emplace_back();
  for (const Reader& kind : d.list("kinds")) spec.kinds.push_back(read_kind(kind, d));
  return spec;
}

}  // namespace komadai::variants

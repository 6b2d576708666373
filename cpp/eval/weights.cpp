#include "eval/weights.h"

#include <cstring>

#include "eval/built_in.h"
#include "eval/crc32.h"

namespace komadai {

namespace {

using namespace terms;

constexpr char MAGIC[20] = "KOMADAI EVALUATION\0";
constexpr uint32_t VERSION = 1;
constexpr size_t HEADER = sizeof MAGIC + 12;
constexpr size_t NUMBERS = (WEIGHTS_FILE_BYTES - HEADER) / 2;

uint32_t word_at(const unsigned char* at) {
  return uint32_t(at[0]) | uint32_t(at[1]) << 8 | uint32_t(at[2]) << 16 | uint32_t(at[3]) << 24;
}

struct Numbers {
  const unsigned char* at;
  int16_t next() {
    const int16_t value = int16_t(at[0] | at[1] << 8);
    at += 2;
    return value;
  }
};

int16_t bounded(int value) { return int16_t(std::clamp(value, -32768, 32767)); }

}  // namespace

bool is_weights_file(std::span<const unsigned char> file) {
  return file.size() >= sizeof MAGIC && std::memcmp(file.data(), MAGIC, sizeof MAGIC) == 0;
}

std::shared_ptr<const Weights> read_weights(std::span<const unsigned char> file) {
  if (!is_weights_file(file))
    throw BadWeights("byte 0: expected \"KOMADAI EVALUATION\": not a file of evaluation weights");
  if (file.size() < HEADER)
    throw BadWeights("byte " + std::to_string(file.size()) + ": truncated, expected " +
                     std::to_string(2 * NUMBERS) + " bytes of weights");
  const uint32_t version = word_at(file.data() + 20), length = word_at(file.data() + 24);
  if (version != VERSION)
    throw BadWeights("byte 20: expected version " + std::to_string(VERSION) + ", got " +
                     std::to_string(version));
  if (length != 2 * NUMBERS || file.size() != HEADER + length)
    throw BadWeights("byte 24: expected " + std::to_string(2 * NUMBERS) + " bytes of weights, got " +
                     std::to_string(file.size() - HEADER) + " (the header says " + std::to_string(length) +
                     ")");
  const auto body = file.subspan(HEADER);
  if (crc32(body) != word_at(file.data() + 28))
    throw BadWeights("byte 28: the checksum is not that of the weights: the file is damaged");

  Numbers numbers{body.data()};
  const auto weights = std::make_shared<Weights>();
  Weights& w = *weights;
  const auto next_pair = [&] {
    const int opening = numbers.next();
    return Weight{int16_t(opening), numbers.next()};
  };
  for (Tapered& each : w.plain) each = next_pair();
  Weight by_distance[VIEWED][DISTANCES];
  for (auto& man : by_distance)
    for (Weight& each : man) each = next_pair();
  const auto views = std::make_unique<int16_t[]>(VIEWS);
  for (int i = 0; i < VIEWS; ++i) views[i] = numbers.next();
  for (int16_t& each : w.danger) each = numbers.next();
  for (int16_t& each : w.curve) each = numbers.next();

  for (int t = PAWN; t <= GOLD; ++t)
    for (int n = 1; n <= 18; ++n) {
      const int index = (t - 1) * 4 + std::min(n, 4) - 1;
      auto& here = w.in_hand[t][n];
      here = {w.in_hand[t][n - 1].plain, w.danger[THEIR_HAND + index], w.danger[OUR_HAND + index]};
      here.plain += w.plain[IN_HAND + (t - 1) * 18 + n - 1];
    }
  for (Color c : {BLACK, WHITE})
    for (int set = 0; set < NEAR_SETS; ++set)
      for (Neighbourhood squares = 0; squares < NEIGHBOURHOODS; ++squares) {
        int sum = 0;
        for (int part = FRONT; part <= BACK; ++part)
          sum += w.danger[NEAR + part * NEAR_SETS + set] * std::popcount(squares & NEIGHBOUR_PART[c][part]);
        w.near[c][set][squares] = bounded(sum);
      }
  for (Square king = 0; king < SQUARES; ++king)
    for (int piece = 0; piece < 32; ++piece) {
      const PieceType t = type_of(Piece(piece));
      if (t == NO_TYPE || t == PIECE_TYPES) continue;
      const bool own = color_of(Piece(piece)) == BLACK;
      for (Square s = 0; s < SQUARES; ++s) {
        Tapered sum;
        if (!(own && t == KING)) {
          const int16_t view_weight = views[view(king, viewed(t, own), s)];
          sum += by_distance[viewed(t, own)][distance(king, s)];
          sum += {view_weight, view_weight};
        }
        if (own) {
          sum += w.plain[PLACE + (t == KING ? MEN : man(t)) * HALF + folded(s)];
          if (t != KING) sum += w.plain[MATERIAL + man(t)];
        }
        w.king_piece[king][piece][s] = {bounded(sum.opening()), bounded(sum.endgame())};
      }
    }
  return weights;
}

std::shared_ptr<const Weights> built_in_weights() {
  static const std::shared_ptr<const Weights> weights = read_weights(built_in_file());
  return weights;
}

}  // namespace komadai

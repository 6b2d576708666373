#include "variants/solve/fingerprint.h"

#include <string>

namespace komadai::variants::solve {
namespace {

// FNV-1a.
class Hash {
 public:
  Hash& operator<<(int64_t number) {
    for (int i = 0; i < 8; ++i) add(uint8_t(number >> (8 * i)));
    return *this;
  }
  Hash& operator<<(const std::string& text) {
    *this << int64_t(text.size());
    for (const char each : text) add(uint8_t(each));
    return *this;
  }
  uint64_t value() const { return value_; }

 private:
  void add(uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace

uint64_t fingerprint(const Board& setup) {
  const Spec& spec = setup.rules().spec();
  Hash hash;
  hash << setup.sfen() << spec.files << spec.ranks << spec.drops << spec.drop_stuck << int(spec.drop_faces)
       << int(spec.check) << int(spec.no_moves) << int(spec.try_rule) << int(spec.bare_king)
       << spec.check_wins << int(spec.repetition_result) << int(spec.perpetual_check) << int(spec.lion);
  for (const KindSpec& kind : spec.kinds) {
    hash << kind.id << kind.promotes_to << kind.hand << kind.royal << kind.max_per_file << kind.drop_mate
         << (kind.zone < 0 ? spec.zone : kind.zone) << int(kind.promotes_by) << int(kind.promotion_forced)
         << int64_t(kind.paths.size());
    for (const auto& path : kind.paths)
      for (const auto& [dx, dy, max, mode] : path) hash << dx << dy << max << mode;
  }
  return hash.value();
}

}  // namespace komadai::variants::solve

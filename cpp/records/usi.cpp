#include "records/usi.h"

#include "rules/sfen.h"

namespace komadai::records {

template <class Char>
void read_usi(Position& position, Text<Char> text, size_t at, Run& run) {
  constexpr size_t LONGEST = 5;
  run.end = at;
  while (at < text.size) {
    char word[LONGEST];
    size_t size = 0;
    for (; size < LONGEST && at + size < text.size; ++size) {
      const Char c = text.data[at + size];
      if (c <= ' ' || c > '~') break;
      word[size] = char(c);
    }
    const Move move = parse_usi({word, size});
    const size_t word_end = at + size;
    const bool ends = word_end == text.size || text.data[word_end] == '\n';
    if (move == NO_MOVE || !(ends || text.data[word_end] == ' ') || !run.play(position, move)) return;
    run.end = at = word_end;
    if (ends) return;
    ++at;
  }
}

template void read_usi(Position&, Text<uint8_t>, size_t, Run&);
template void read_usi(Position&, Text<uint16_t>, size_t, Run&);
template void read_usi(Position&, Text<uint32_t>, size_t, Run&);

}  // namespace komadai::records

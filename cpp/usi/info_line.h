// The lines that the engine writes during a search and at its end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mate/solver.h"
#include "search/search.h"

namespace komadai::usi {

// The values of an "info" line of a search, of shogi or of a variant.
struct InfoLine {
  int depth = 0, seldepth = 0, multipv = 1;
  bool is_mate = false;
  int score = 0;                     // centipawns, or the plies to the mate; below 0: of the side to move
  std::string_view bound = "exact";  // or "lower", "upper"
  uint64_t nodes = 0;
  int64_t time_ms = 0;
  int hashfull = 0;  // per thousand
  std::string pv;    // moves in USI, with blanks between them
};

std::string info_line(const InfoLine& line);
// An "info string" line: printable letters only, and not too many.
std::string info_string(std::string_view text);
std::string bestmove(std::string_view move, std::string_view ponder);  // "": no move to ponder on

// The lines for the progress of a search for a mate.
std::vector<std::string> mate_progress_lines(const mate::Progress& progress, double seconds);
// The lines for its end; the last is the answer. `reason`: which limit ended it, if one did.
std::vector<std::string> mate_answer_lines(const mate::Solution& solution, double seconds,
                                           std::string_view reason);

}  // namespace komadai::usi

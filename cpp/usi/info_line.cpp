#include "usi/info_line.h"

#include <algorithm>
#include <cmath>

#include "rules/sfen.h"
#include "usi/text.h"

namespace komadai::usi {
namespace {

constexpr size_t LONGEST_STRING = 200;

std::string line_of(const std::vector<Move>& moves) {
  std::vector<std::string> words;
  for (const Move m : moves) words.push_back(to_usi(m));
  return join(words);
}

std::string mate_info(uint64_t nodes, double seconds, std::string_view more, const std::vector<Move>& line) {
  const std::string text = concat("info time ", std::llround(seconds * 1000), " nodes ", nodes, " nps ",
                                  std::llround(double(nodes) / std::max(seconds, 0.001)), more);
  return line.empty() ? text : concat(text, " pv ", line_of(line));
}

}  // namespace

std::string info_line(const InfoLine& line) {
  const uint64_t nps = line.nodes * 1000 / uint64_t(std::max<int64_t>(line.time_ms, 1));
  const std::string bound = line.bound == "exact" ? "" : concat(" ", line.bound, "bound");
  return concat("info depth ", line.depth, " seldepth ", line.seldepth, " multipv ", line.multipv, " score ",
                line.is_mate ? "mate " : "cp ", line.score, bound, " time ", line.time_ms, " nodes ",
                line.nodes, " nps ", nps, " hashfull ", line.hashfull, " pv ", line.pv);
}

std::string info_string(std::string_view text) {
  return concat("info string ", printable(text, LONGEST_STRING));
}

std::string bestmove(std::string_view move, std::string_view ponder) {
  return concat("bestmove ", move, ponder.empty() ? "" : " ponder ", ponder);
}

std::vector<std::string> mate_progress_lines(const mate::Progress& progress, double seconds) {
  const int plies = progress.plies;
  const std::string score = plies ? concat(" score mate ", plies) : "";
  const std::string found = plies ? concat("mate in ", plies, " found") : "no mate yet";
  return {mate_info(progress.nodes, seconds, concat(" hashfull ", progress.fullness, score), progress.line),
          concat("info string pn ", progress.pn, " dn ", progress.dn, ", ", found)};
}

std::vector<std::string> mate_answer_lines(const mate::Solution& solution, double seconds,
                                           std::string_view reason) {
  const int plies = solution.plies;
  if (solution.kind != mate::Solution::MATE || int(solution.line.size()) != plies) {
    const std::string info = mate_info(solution.nodes, seconds, "", {});
    if (solution.kind == mate::Solution::NO_MATE) return {info, "checkmate nomate"};
    return {info, concat("info string not solved: ", reason), "checkmate timeout"};
  }
  std::vector<std::string> lines = {
      mate_info(solution.nodes, seconds, concat(" score mate ", plies), solution.line),
      concat("info string mate in ", plies,
             solution.exact ? ", no shorter one exists" : ", perhaps not the shortest")};
  if (solution.other_plies)
    lines.push_back(
        concat("info string mate in ", solution.other_plies, " if restoring interpositions are futile"));
  lines.push_back(concat("checkmate ", line_of(solution.line)));
  return lines;
}

}  // namespace komadai::usi

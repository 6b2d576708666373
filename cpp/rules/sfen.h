// Reads and writes SFEN, and validates positions.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "rules/position.h"

namespace komadai {

inline constexpr std::string_view STARTPOS_SFEN =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

// The limit of reader and writer, so that everything that is written can be read.
inline constexpr int HIGHEST_MOVE_NUMBER = 1'000'000'000;

// A value in the text of a problem: a number, or a word ("black", "pawn", "5e").
using SfenParam = std::pair<const char*, std::variant<int, std::string>>;

// A problem of a text or of a position. The texts in both languages are in komadai/message_texts.py.
struct SfenProblem {
  const char* field;  // "board", "turn", "hands", "move number", "position", "moves"; nullptr: no problem
  int rank;           // 1-9 if the problem is in a rank (10: one too many), else 0
  const char* code;
  std::vector<SfenParam> params;
};

struct ParsedSfen {
  Position position;
  int move_number = 1;
  SfenProblem problem{nullptr, 0, nullptr, {}};
};

// With `validate` false only the text must be well-formed: any arrangement of pieces is accepted.
ParsedSfen parse_sfen(std::string_view text, bool validate = true);
// The same without copying the position: reads into `position`, which must be empty, and `move_number`. If
// there is a problem, their values are not specified.
SfenProblem read_sfen(std::string_view text, bool validate, Position& position, int& move_number);
std::string to_sfen(const Position& position, int move_number);

// All problems of a position; empty for a valid one.
std::vector<SfenProblem> problems(const Position& position);

std::string to_usi(Move move);
// The move, or NO_MOVE if the text is not a USI move.
Move parse_usi(std::string_view text);

}  // namespace komadai

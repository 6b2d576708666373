// The words of USI's "go" command.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace komadai::usi {

// The limits of one search: milliseconds, nodes, plies. A limit that was not sent has no value.
struct GoCommand {
  std::optional<int64_t> btime, wtime, byoyomi, binc, winc, movetime;
  std::optional<int64_t> nodes, depth;
  std::optional<int64_t> mate;  // asks for a mate within this time; 0: no limit
  bool ponder = false, infinite = false;
  std::vector<std::string> searchmoves;
  std::vector<std::string> unknown;  // what could not be read, in the order of the line
};

// The names of the numbers in the command. Those from `nodes` on are at least 1.
inline constexpr std::array<std::pair<std::string_view, std::optional<int64_t> GoCommand::*>, 8> GO_NUMBERS =
    {{
        {"btime", &GoCommand::btime},
        {"wtime", &GoCommand::wtime},
        {"byoyomi", &GoCommand::byoyomi},
        {"binc", &GoCommand::binc},
        {"winc", &GoCommand::winc},
        {"movetime", &GoCommand::movetime},
        {"nodes", &GoCommand::nodes},
        {"depth", &GoCommand::depth},
    }};

// Reads the words after "go". A number that cannot be read counts as the smallest one, and so does a depth or
// number of nodes below 1: a GUI that sent a limit waits for an answer. Some send a negative clock or
// "100.0".
GoCommand parse_go(const std::vector<std::string_view>& words,
                   const std::function<bool(std::string_view)>& is_move);

}  // namespace komadai::usi

#include "rules/movegen.h"
namespace komadai {
int count_legal(const Position& p) { return MoveBuffer<>(p).size(); }
}

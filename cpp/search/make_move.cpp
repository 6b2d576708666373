// Makes and takes back moves in the search tree, with the evaluation and the repetition history.
#include "search/search_thread.h"

namespace komadai {

void SearchThread::do_move(Move m) {
  SearchStackEntry& ss = stack_[ply_];
  ss.move = m;
  ss.piece = moved_piece(position_, m);
  ss.continuation = &history_.continuation(ss.piece, to_of(m));
  const uint64_t board_key = position_.board_key_after(positions_.back().board_key, m);
  position_.do_move(m, ss.undo);
  evaluation_->on_move(position_, m, ss.undo.captured);
  ++ply_;
  PieceKeys& keys = stack_[ply_].keys;
  keys = ss.keys;
  if (!is_drop(m)) keys.toggle(ss.piece, from_of(m));
  if (ss.undo.captured) keys.toggle(ss.undo.captured, to_of(m));
  keys.toggle(position_.at(to_of(m)), to_of(m));
  stack_[ply_].checkers = position_.checkers_by(m);
  if (!stack_[ply_].checkers) prefetch_corrections();
  positions_.push(position_, board_key, bool(stack_[ply_].checkers));
  add_nodes(1);
}

void SearchThread::undo_move() {
  --ply_;
  positions_.pop();
  evaluation_->on_undo();
  position_.undo_move(stack_[ply_].move, stack_[ply_].undo);
}

void SearchThread::do_null_move() {
  SearchStackEntry& ss = stack_[ply_];
  ss.move = NO_MOVE;
  ss.continuation = &history_.no_continuation();
  const uint64_t hands_key = position_.key() - positions_.back().board_key;
  position_.do_pass();
  table_.prefetch(position_.key());
  ++ply_;
  stack_[ply_].keys = ss.keys;
  stack_[ply_].checkers = Bitboard();
  positions_.push(position_, position_.key() - hands_key, false, true);
  add_nodes(1);
}

void SearchThread::undo_null_move() {
  --ply_;
  positions_.pop();
  position_.undo_pass();
}

}  // namespace komadai

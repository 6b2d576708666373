// The types of the messages between server and page. Written by tools/wire_types.py: do not edit.
// Times are integer milliseconds, squares and moves are USI.

/** The scale of the default win-rate model. */
export const WIN_RATE_SCALE = 600;

export type Verdict = "goes_on" | "solved" | "no_check" | "wrong" | "slower" | "unclear";

export type Color = "black" | "white";

export type SideChoice = "black" | "white" | "furigoma";

export type Status = "playing" | "finished";

export type GameCommand = MoveCommand | TypedCommand | ResignCommand | DeclareCommand | TakeBackCommand;

export type JobKind = "solve" | "judge";

export type Topic = GameTopic | JobTopic;

export type Command =
  | MoveCommand
  | TypedCommand
  | ResignCommand
  | DeclareCommand
  | TakeBackCommand
  | SubscribeCommand
  | UnsubscribeCommand
  | PingCommand;

export type ServerMessage = GameMessage | UpdateMessage | JobMessage | ErrorMessage | DoneMessage;

export type Language = keyof Text;

export type Notation = keyof Move["text"];

/** One text in English and in Japanese. */
export interface Text {
  en: string;
  ja: string;
}

/** A time control as the wire and the log write it; see `komadai.clock.TimeControl`. */
export interface ClockSettings {
  main_ms: number;
  byoyomi_ms: number;
  periods: number;
  increment_ms: number;
}

/** A time control as the wire and the log write it; see `komadai.clock.TimeControl`. */
export interface ClockSettingsInput {
  main_ms: number;
  byoyomi_ms?: number;
  periods?: number;
  increment_ms?: number;
}

/** An error: its code, its text for the user, and the invalid field of the request. */
export interface ErrorBody {
  code: string;
  message: Text;
  field: string | null;
}

/** The answer of a call that failed. */
export interface ErrorAnswer {
  error: ErrorBody;
}

/** A move in each notation of the page. */
export interface MoveText {
  japanese: string;
  western: string;
  hosking: string;
  usi: string;
}

/** A move that was played. */
export interface Move {
  ply: number;
  usi: string;
  color: Color;
  /** The position after the move. */
  sfen: string;
  check: boolean;
  /** The time spent on it. */
  ms: number;
  captured: string | null;
  text: MoveText;
  spoken: Text;
}

/** A condition of an impasse rule. */
export interface Condition {
  key: string;
  met: boolean;
  value: number | null;
  need: number | null;
  text: Text;
}

/** The impasse conditions of the viewer. */
export interface Impasse {
  rule: string;
  can_declare: boolean;
  points: number;
  need: number | null;
  conditions: Condition[];
}

/** A position. */
export interface Position {
  sfen: string;
  turn: Color;
  /** The legal moves; of a game only if it is the viewer's turn. */
  legal: string[];
  /** The squares of kings in check. */
  check: string[];
  last: string | null;
  impasse: Impasse | null;
}

/** The body of POST /api/games. */
export interface NewGame {
  side?: SideChoice;
  level?: number;
  engine?: string;
  handicap?: string;
  sfen?: string | null;
  clock?: ClockSettingsInput | null;
  impasse?: string;
  illegal?: "refuse" | "lose";
  take_back?: boolean;
}

export interface MoveCommand {
  type: "move";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The last event that the page has; the command is `stale` if the game has a later one. */
  event: number;
  usi: string;
}

export interface TypedCommand {
  type: "typed";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The last event that the page has; the command is `stale` if the game has a later one. */
  event: number;
  text: string;
}

export interface ResignCommand {
  type: "resign";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The last event that the page has; the command is `stale` if the game has a later one. */
  event: number;
}

export interface DeclareCommand {
  type: "declare";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The last event that the page has; the command is `stale` if the game has a later one. */
  event: number;
}

export interface TakeBackCommand {
  type: "take_back";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The last event that the page has; the command is `stale` if the game has a later one. */
  event: number;
}

/** The session of this browser. */
export interface Session {
  guest: string;
  csrf: string;
  version: string;
}

export interface LevelChoice {
  level: number;
  name: Text;
  rating: number;
}

export interface HandicapChoice {
  key: string;
  name: Text;
  sfen: string;
  ranks: Text | null;
}

export interface ImpasseChoice {
  key: string;
  name: Text;
}

/** The choices of a new game. */
export interface Options {
  levels: LevelChoice[];
  engines: string[];
  handicaps: HandicapChoice[];
  impasse_rules: ImpasseChoice[];
}

/** The answer to POST /api/games and to a rematch. */
export interface NewGameId {
  id: string;
}

/** A player of a game. */
export interface Player {
  name: Text;
  kind: "person" | "computer";
  level: number | null;
}

/** The display of one side's clock. */
export interface ClockFace {
  phase: "main" | "byoyomi";
  remaining_ms: number;
  periods: number;
  byoyomi_ms: number;
  increment_ms: number;
}

/** Both clocks. */
export interface Clocks {
  running: Color | null;
  black: ClockFace;
  white: ClockFace;
}

/** How a game ended. */
export interface Result {
  winner: Color | null;
  termination: string;
  infraction: string | null;
  text: Text;
}

/** A whole game, as one viewer sees it. */
export interface Game {
  id: string;
  /** The number of the last event. */
  event: number;
  /** ISO 8601, UTC. */
  created: string;
  /** The viewer's colour; null for a spectator. */
  you: Color | null;
  black: Player;
  white: Player;
  handicap: string;
  start_sfen: string;
  clock: ClockSettings | null;
  impasse: string;
  illegal: "refuse" | "lose";
  take_back: boolean;
  /** The throws of five pawns: ties, and the last one, which decided; empty without furigoma. */
  furigoma: (boolean | null)[][];
  moves: Move[];
  position: Position;
  clocks: Clocks | null;
  status: Status;
  result: Result | null;
  thinking: boolean;
  rematch_of: string | null;
  /** The id of the rematch. */
  next: string | null;
}

/** A game in the list of games. */
export interface GameSummary {
  id: string;
  created: string;
  you: Color;
  black: Player;
  white: Player;
  handicap: string;
  plies: number;
  status: Status;
  result: Result | null;
  sfen: string;
}

/** A part of the list of games. */
export interface GameList {
  games: GameSummary[];
  /** The value of `before` that gets the next part; null at the end. */
  next: string | null;
}

/** The whole game. */
export interface GameMessage {
  type: "game";
  game: Game;
}

/** What has changed in a game. */
export interface UpdateMessage {
  type: "update";
  game: string;
  event: number;
  /** The page drops all moves after the first `keep`, then appends `moves`. */
  keep: number;
  moves: Move[];
  position: Position;
  clocks: Clocks | null;
  status: Status;
  result: Result | null;
  thinking: boolean;
  notice: Text | null;
}

/** The rule that a move breaks. */
export interface Illegal {
  key: string;
  text: Text;
}

/** A result as a record has it. */
export interface RecordResult {
  winner: Color | null;
  termination: string;
  infraction: string | null;
  failed: string[];
  text: Text;
}

/** A result as a record has it. */
export interface RecordResultInput {
  winner?: Color | null;
  termination: string;
  infraction?: string | null;
  failed?: string[];
  text?: Text;
}

/** How a line ends. */
export interface Ending {
  /** null: an ending without an outcome, named by `word`. */
  result: RecordResult | null;
  word: string;
  ms: number | null;
  total_ms: number | null;
  comment: string;
}

/** How a line ends. */
export interface EndingInput {
  /** null: an ending without an outcome, named by `word`. */
  result?: RecordResultInput | null;
  word?: string;
  ms?: number | null;
  total_ms?: number | null;
  comment?: string;
}

/** An engine's evaluation, from Black's point of view. */
export interface Analysis {
  centipawns: number | null;
  /** Plies to the mate; negative if White mates. */
  mate: number | null;
  /** The mating side, if the number of plies is unknown. */
  mating: Color | null;
  depth: number | null;
  nodes: number | null;
  engine: string;
  ms: number | null;
  line: string[];
  /** The original text of the program that wrote it. */
  written: string;
}

/** An engine's evaluation, from Black's point of view. */
export interface AnalysisInput {
  centipawns?: number | null;
  /** Plies to the mate; negative if White mates. */
  mate?: number | null;
  /** The mating side, if the number of plies is unknown. */
  mating?: Color | null;
  depth?: number | null;
  nodes?: number | null;
  engine?: string;
  ms?: number | null;
  line?: string[];
  /** The original text of the program that wrote it. */
  written?: string;
}

/** A position of the tree, and the move that leads to it; the root has no move. */
export interface RecordNode {
  /** The index of the parent in the list of nodes; null for the root. */
  parent: number | null;
  usi: string | null;
  sfen: string;
  color: Color | null;
  captured: string | null;
  text: MoveText | null;
  spoken: Text | null;
  check: boolean;
  illegal: Illegal | null;
  comment: string;
  bookmark: string;
  ms: number | null;
  total_ms: number | null;
  analyses: Analysis[];
  ending: Ending | null;
}

/** A position of the tree, and the move that leads to it; the root has no move. */
export interface RecordNodeInput {
  /** The index of the parent in the list of nodes; null for the root. */
  parent?: number | null;
  usi?: string | null;
  sfen?: string;
  color?: Color | null;
  captured?: string | null;
  text?: MoveText | null;
  spoken?: Text | null;
  check?: boolean;
  illegal?: Illegal | null;
  comment?: string;
  bookmark?: string;
  ms?: number | null;
  total_ms?: number | null;
  analyses?: AnalysisInput[];
  ending?: EndingInput | null;
}

/** A header of a record. */
export interface Header {
  name: string;
  label: Text;
  value: string;
}

/** A header of a record. */
export interface HeaderInput {
  name: string;
  label?: Text;
  value: string;
}

/** A place where a record does not follow its format. Line 0: the record as a whole. */
export interface RecordWarning {
  line: number;
  column: number;
  text: string;
  message: Text;
}

/** A record: headers, and the tree of moves as a list of nodes. */
export interface GameRecord {
  headers: Header[];
  start_sfen: string;
  handicap: string | null;
  nodes: RecordNode[];
  warnings: RecordWarning[];
}

/** A record: headers, and the tree of moves as a list of nodes. */
export interface GameRecordInput {
  headers?: HeaderInput[];
  start_sfen?: string;
  handicap?: string | null;
  nodes: RecordNodeInput[];
  warnings?: RecordWarning[];
}

/** A file of an archive that could not be read. */
export interface UnreadFile {
  name: string;
  message: Text;
}

/** The games of a file or an archive. */
export interface ReadAnswer {
  format: string;
  games: GameRecord[];
  more: boolean;
  unread: UnreadFile[];
}

/** The body of POST /api/records/write. */
export interface WriteRequest {
  record: GameRecordInput;
  format: string;
  node?: number | null;
  flip?: boolean;
}

/** The body of POST /api/positions. */
export interface PositionRequest {
  sfen: string;
  previous?: string | null;
  play?: string | null;
  typed?: string | null;
  illegal?: "refuse" | "keep";
  handicap?: boolean | null;
  line?: string[];
}

/** A position, the move that was played if there was one, and the moves of the line. */
export interface PositionAnswer {
  position: Position;
  move: Move | null;
  illegal: Illegal | null;
  line: Move[];
}

/** A format in which records can be written. */
export interface FormatChoice {
  key: string;
  name: Text;
  suffix: string;
}

/** A header that every format supports. */
export interface HeaderChoice {
  name: string;
  label: Text;
}

/** A termination that a line can have. */
export interface TerminationChoice {
  key: string;
  name: Text;
}

/** The formats, headers and terminations that a record can have. */
export interface RecordOptions {
  formats: FormatChoice[];
  headers: HeaderChoice[];
  terminations: TerminationChoice[];
}

/** The body of POST /api/tsume/next. */
export interface NextRequest {
  plies?: number | null;
  run?: boolean;
}

/** A position in a problem: the moves since its start, and the server's signature of them. */
export interface LinePosition {
  problem: string;
  line?: string[];
  signature?: string;
}

/** The body of POST /api/tsume/answer. */
export interface AnswerRequest {
  problem: string;
  line?: string[];
  signature?: string;
  usi?: string | null;
  typed?: string | null;
}

/** The body of POST /api/tsume/hint. */
export interface HintRequest {
  problem: string;
  line?: string[];
  signature?: string;
  whole?: boolean;
}

/** The body of POST /api/tsume/give-up. */
export interface GiveUpRequest {
  problem: string;
  line?: string[];
  signature?: string;
}

/** The body of POST /api/tsume/jobs. */
export interface JobRequest {
  kind: JobKind;
  sfen: string;
  seconds?: number;
  /** Whether restoring interpositions (復元型無駄合) are futile, so that they do not add to the length. */
  restoring_is_futile?: boolean;
}

/** An empty body. */
export interface EmptyRequest {}

export interface Length {
  plies: number;
  problems: number;
  solved: number;
}

export interface Run {
  left_ms: number;
  solved: number;
  missed: number;
  over: boolean;
}

export interface Standing {
  rating: number;
  deviation: number;
  tried: number;
  solved: number;
  streak: number;
  best_streak: number;
  best_run: number;
  history: number[];
  lengths: Length[];
  run: Run | null;
}

export interface Problem {
  id: string;
  plies: number;
  rating: number;
  sfen: string;
  position: Position;
  counts: boolean;
  hinted: boolean;
}

export interface Answer {
  verdict: Verdict;
  moves: Move[];
  position: Position;
  equal: boolean;
  /** The server's signature of the moves so far, to be sent back with the next move. */
  signature: string;
  plies: number | null;
  change: number | null;
  standing: Standing | null;
}

export interface Hint {
  square: string | null;
  drop: string | null;
  move: Move | null;
}

export interface GiveUpAnswer {
  moves: Move[];
  standing: Standing;
}

export interface Solution {
  result: "mate" | "no-mate" | "unknown";
  plies: number | null;
  exact: boolean;
  /** The length by the other rule of restoring interpositions, where it is known to differ. */
  other_plies: number | null;
  moves: Move[];
  kif: string | null;
}

export interface Finding {
  kind: string;
  weight: "fault" | "blemish" | "note";
  text: Text;
}

export interface Report {
  verdict: "full" | "deficient" | "unproved";
  headline: Text;
  moves: Move[];
  findings: Finding[];
  text: Text;
  kif: string | null;
}

export interface Job {
  id: string;
  kind: JobKind;
  restoring_is_futile: boolean;
  state: "waiting" | "working" | "done";
  ms: number;
  nodes: number;
  plies: number | null;
  stage: Text | null;
  error: Text | null;
  solution: Solution | null;
  report: Report | null;
}

/** The state of a job, sent to the pages that subscribed to it. */
export interface JobMessage {
  type: "job";
  job: Job;
}

/** The state of a game. */
export interface GameTopic {
  type: "game";
  id: string;
  /** The last event that the page has; the server then sends only what has changed since. */
  after?: number | null;
}

/** The progress and the result of a job. */
export interface JobTopic {
  type: "job";
  id: string;
}

/** Sends the state of a topic, and from then on its changes. */
export interface SubscribeCommand {
  type: "subscribe";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  topic: Topic;
}

/** Ends a subscription. */
export interface UnsubscribeCommand {
  type: "unsubscribe";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  topic: Topic;
}

/** Is answered by `DoneMessage`. */
export interface PingCommand {
  type: "ping";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
}

/** A command was refused; nothing has changed. */
export interface ErrorMessage {
  type: "error";
  /** The `id` of the command; null if it could not be read. */
  re: string | null;
  code: string;
  message: Text;
}

/** A command was executed; a game's command is in the database. */
export interface DoneMessage {
  type: "done";
  re: string;
}

// The types of the messages between server and page. Written by tools/wire_types.py: do not edit.
// Times are integer milliseconds, squares and moves are USI.

/** The scale of the default win-rate model. */
export const WIN_RATE_SCALE = 600;

/** The scale of the built-in evaluation. */
export const KOMADAI_WIN_RATE_SCALE = 520;

/** The version of the messages of the page's socket. */
export const SOCKET_VERSION = 2;

export type LineVerdict = "solved" | "no_check" | "wrong" | "slower" | "shorter" | "futile" | "unclear";

export type Verdict = "goes_on" | "solved" | "no_check" | "wrong" | "slower" | "unclear";

export type Color = "black" | "white";

export type OfferName = "take_back" | "impasse" | "adjourn" | "resume" | "rematch";

export type Speed = "bullet" | "blitz" | "rapid" | "classical" | "correspondence";

export type ReportReason = "cheating" | "language" | "name" | "stalling" | "other";

export type UnratedReason =
  "guest" | "same_player" | "bot" | "no_clock" | "handicap" | "position" | "replayed" | "no_result";

export type SideChoice = "black" | "white" | "furigoma";

export type DaysPerMove = 1 | 2 | 3 | 5 | 7 | 14;

export type Status = "playing" | "finished";

export type Adjournment = "sealing" | "sealed";

export type Visibility = "public" | "unlisted" | "private";

export type GameCommand =
  | MoveCommand
  | TypedCommand
  | ResignCommand
  | DeclareCommand
  | TakeBackCommand
  | GiveTimeCommand
  | AdjournCommand
  | ResumeCommand
  | AnswerCommand
  | AbortCommand
  | ClaimCommand
  | SayCommand;

export type Room = "players" | "watchers";

export type ChallengeState = "open" | "accepted" | "withdrawn" | "declined" | "expired";

export type System =
  | "swiss"
  | "round-robin"
  | "home-and-away"
  | "knockout"
  | "title-match"
  | "arena"
  | "ladder"
  | "league"
  | "simul";

export type TieBreak = "sos" | "sosos" | "sodos" | "direct" | "wins" | "board-points";

export type Bye = "full" | "half" | "zero";

export type TournamentStatus = "open" | "running" | "finished";

export type TournamentResult = "black" | "white" | "draw" | "black-walkover" | "white-walkover" | "neither";

export type TournamentCommand =
  | Join
  | AddPlayer
  | AddPlayers
  | CorrectPlayer
  | LinkSheets
  | AddMember
  | LineUp
  | AcceptPlayer
  | WithdrawPlayer
  | ReturnPlayer
  | SitOut
  | ForcePair
  | Unforce
  | Pair
  | Unpair
  | StartRound
  | EnterResult
  | Replay
  | Sennichite
  | SetColors
  | KeepRecord
  | LeagueWants
  | LadderChallenge
  | AnswerLadder
  | TakeBackLadder
  | TakeChallenger
  | MakeClaim
  | Rule
  | Finish
  | Reopen
  | NameArbiter;

export type JobKind = "solve" | "judge";

export type BeginnerHintKind = "mate" | "check" | "take" | "danger" | "movable" | "move";

export type ExplorerResult = "black" | "white" | "draw";

export type SearchMode = "full-width" | "principal-variation" | "realization-probability";

export type MoveClass = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "missed_mate";

export type MilestoneKind =
  "castle_completed" | "opening_left" | "first_clash" | "entering_king" | "mate_available";

export type Goal = "capture" | "check" | "mate" | "promote" | "stay" | "drop" | "escape" | "castle";

export type TermTopic =
  | "board"
  | "piece"
  | "rule"
  | "record"
  | "opening"
  | "attack"
  | "endgame"
  | "tsume"
  | "player"
  | "conduct"
  | "history"
  | "computer"
  | "variant"
  | "openings"
  | "castles"
  | "formations"
  | "tesuji"
  | "proverbs";

export type StepKind = "read" | "move" | "choose" | "write" | "play";

export type Writers = "owner" | "invited" | "link";

export type TreeCommand = AddMove | DeleteNode | PromoteNode | CommentNode | MarkNode | UndoLast | RedoLast;

export type Topic = GameTopic | JobTopic | ChallengeTopic | LobbyTopic | ChapterTopic | EventTopic;

export type Command =
  | MoveCommand
  | TypedCommand
  | ResignCommand
  | DeclareCommand
  | TakeBackCommand
  | GiveTimeCommand
  | AdjournCommand
  | ResumeCommand
  | AnswerCommand
  | AbortCommand
  | ClaimCommand
  | SayCommand
  | SubscribeCommand
  | UnsubscribeCommand
  | PingCommand
  | PongCommand;

export type ServerMessage =
  | GameMessage
  | UpdateMessage
  | PingMessage
  | ChatMessage
  | ChallengeMessage
  | LobbyMessage
  | TournamentMessage
  | JobMessage
  | SolveMessage
  | ThinkingMessage
  | AnalysisMessage
  | BrinkmateMessage
  | ReviewMessage
  | FiguresMessage
  | ImportMessage
  | ChapterMessage
  | ChapterUpdate
  | ChapterLook
  | ChapterPeople
  | ChapterReviewed
  | ChapterGone
  | StudyMessage
  | ErrorMessage
  | DoneMessage;

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

/** An empty body. */
export interface EmptyRequest {}

/** An error: its code, its text for the user, and the invalid field of the request. */
export interface ErrorBody {
  code: string;
  message: Text;
  field: string | null;
  /** The result that stands, for `other_result`; missing if there is none. */
  standing: TournamentResult | null;
  /** The numbers of the wrong lines in a list of players, from 1. */
  lines: number[] | null;
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

/** A text in which `{0}`, `{1}` … stand for its moves; the page writes them in the chosen notation. */
export interface Sentence {
  en: string;
  ja: string;
  moves: MoveText[];
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

/** The body of POST /api/account/register. */
export interface RegisterRequest {
  name: string;
  password: string;
  /** Empty: the name. */
  display_name?: string;
}

/** The body of POST /api/account/login. */
export interface LoginRequest {
  name: string;
  password: string;
}

/** The body of POST /api/account/password. */
export interface PasswordRequest {
  current: string;
  new: string;
}

/** The body of POST /api/account/passkeys/begin and /api/account/passkeys/{id}/remove. */
export interface PasskeyPassword {
  password: string;
}

/** The body of POST /api/account/passkeys. */
export interface NewPasskey {
  /** Empty: that of the browser. */
  name?: string;
  credential: string;
}

/** The body of POST /api/account/passkey-login. */
export interface PasskeyLogin {
  credential: string;
}

/** The body of POST /api/account/profile. */
export interface ProfileRequest {
  display_name: string;
  about?: string;
  /** Whether the account is in the list of people; null: as before. */
  listed?: boolean | null;
}

/** The body of POST /api/account/preferences. */
export interface PreferencesRequest {
  preferences: Record<string, string | boolean>;
}

/** The body of POST /api/account/tokens. */
export interface NewToken {
  name: string;
  scopes: ("read" | "challenge" | "play" | "engine")[];
}

/** The body of POST /api/account/delete. */
export interface DeleteRequest {
  password: string;
}

/** The body of POST /api/people/{name}/follow and /block. */
export interface RelationRequest {
  on: boolean;
}

/** The body of POST /api/people/{name}/report. */
export interface ReportRequest {
  reason: ReportReason;
  text?: string;
  /** The game in which it happened; the last lines of its chat go along. */
  game?: string | null;
}

/** The body of POST /api/moderation/people/{name}/ban. */
export interface BanRequest {
  /** null: for ever. */
  days?: number | null;
  reason: string;
}

/** The body of POST /api/moderation/people/{name}/lift. */
export interface LiftRequest {
  reason: string;
}

/** The body of POST /api/moderation/people/{name}/act. */
export interface ModeratorActRequest {
  act: "warn" | "withdraw_warning" | "mute" | "unmute" | "bar" | "unbar" | "rename";
  /** For the log. A warning is this text, which its owner sees. */
  reason: string;
  /** The days of `mute` and `bar`; null: for ever. */
  days?: number | null;
  /** The new name, for `rename`. */
  new_name?: string;
  /** The shown name, for `rename`; empty: the new name. */
  display_name?: string;
}

/** The body of POST /api/moderation/people/{name}/role. */
export interface RoleRequest {
  role: "user" | "moderator" | "admin";
}

/** The account that the browser is logged in to. */
export interface Account {
  name: string;
  display_name: string;
  about: string;
  role: "user" | "moderator" | "admin";
  created_ms: number;
  /** The settings of the page; empty until it has sent some. */
  preferences: Record<string, string | boolean>;
  /** The warning of a moderator; empty: none, or POST /api/account/warning/read was sent. */
  warning: string;
  /** Until when the account may say nothing at games; null: it may. Also the next. */
  muted_until_ms: number | null;
  /** Until when it may begin no games with other people. */
  barred_until_ms: number | null;
  /** Whether the account is in the list of people. */
  listed: boolean;
}

/** A token of the account, without its secret. */
export interface Token {
  id: string;
  name: string;
  scopes: ("read" | "challenge" | "play" | "engine")[];
  created_ms: number;
  /** When it was used last, to the minute. */
  used_ms: number | null;
}

/** The tokens of the account. */
export interface TokenList {
  tokens: Token[];
  /** Whether a program plays in the account. */
  bot: boolean;
  /** Whether the account can become one in which a program plays: it has no rated games. */
  can_be_bot: boolean;
}

/** The answer to POST /api/account/tokens. */
export interface MadeToken {
  /** The secret, which is shown only here. */
  token: string;
  list: TokenList;
}

/** The session of the browser. */
export interface Session {
  /** The id of the person: a guest, or the account. */
  guest: string;
  csrf: string;
  version: string;
  account: Account | null;
}

/** A session of the account. */
export interface Session {
  id: string;
  /** Such as "Firefox, Linux"; empty if unknown. */
  device: string;
  address: string;
  created_ms: number;
  seen_ms: number;
  /** Whether it is the one that asks. */
  current: boolean;
}

/** The running sessions of the account, the last used first. */
export interface SessionList {
  sessions: Session[];
}

/** Whether one can log in with a passkey at this address. */
export interface PasskeysOffered {
  offered: boolean;
}

/** The request to the browser's authenticator. */
export interface PasskeyOptions {
  /** For `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`, as JSON text. */
  options: string;
}

/** A passkey of the account. */
export interface Passkey {
  id: string;
  name: string;
  /** The host name under which it was made; it is valid only there. */
  host: string;
  created_ms: number;
  /** The last login with it. */
  used_ms: number | null;
}

/** The passkeys of the account, the oldest first. */
export interface PasskeyList {
  /** Whether passkeys can be made and used at this address. */
  offered: boolean;
  passkeys: Passkey[];
}

/** A person as others see them in a list. */
export interface PersonName {
  /** The account's name, for its address; null for a deleted account. */
  name: string | null;
  display: Text;
  /** The rank at this variant and speed; null where there is none to show, "?" before it is settled. */
  rank: Text | null;
}

/** A rating of an account. */
export interface Rating {
  variant: string;
  speed: Speed;
  rating: number;
  deviation: number;
  games: number;
  /** Such as 1 dan; "?" while the deviation is above 110. */
  rank: Text;
  /**
   * The rank of professionals that equals it, by both opinions: 6 kyu or 2 dan. Null below amateur 4 dan,
   * and for variants.
   */
  professional: Text | null;
}

/** An account as others see it. */
export interface Profile {
  name: string;
  display_name: string;
  about: string;
  kind: "person" | "program";
  role: "user" | "moderator" | "admin";
  created_ms: number;
  /** Whether a moderator has closed it. */
  closed: boolean;
  /** Whether a program plays in the account; its games are not rated. */
  bot: boolean;
  ratings: Rating[];
  yours: boolean;
  /** Whether the one who asks follows this account. */
  follows: boolean;
  blocks: boolean;
}

/** A rating after each game, oldest first; times in milliseconds. */
export interface RatingHistory {
  times: number[];
  ratings: number[];
}

/** The people whom the account follows and blocks. */
export interface PeopleLists {
  follows: PersonName[];
  blocks: PersonName[];
}

/** A report that waits for a moderator. */
export interface OpenReport {
  id: number;
  at_ms: number;
  reporter: PersonName;
  reported: PersonName;
  /** Whether the reported account is closed. */
  closed: boolean;
  muted: boolean;
  barred: boolean;
  /** Whether it has a warning that its owner has not confirmed. */
  warned: boolean;
  reason: ReportReason;
  text: string;
  game: string | null;
  chat: string[];
}

/** An act of a moderator. */
export interface ModerationEntry {
  at_ms: number;
  /** null: an administrator on the command line. */
  actor: PersonName | null;
  account: PersonName;
  act: string;
  reason: string;
}

/** The page of a moderator: the open reports, oldest first, and the last acts, newest first. */
export interface Moderation {
  reports: OpenReport[];
  log: ModerationEntry[];
}

/** Acts of moderators, newest first. */
export interface ModerationLog {
  entries: ModerationEntry[];
  /** The cursor for those before them; null: there are none. */
  next: number | null;
}

/** An entry of the security log. */
export interface SecurityEntry {
  at_ms: number;
  /** null: of no account, such as a login with an unknown name. */
  account: PersonName | null;
  kind: string;
  address: string;
  detail: string;
}

/** Entries of the security log, newest first. */
export interface SecurityLog {
  entries: SecurityEntry[];
  next: number | null;
}

/** An account as an administrator sees it. */
export interface ManagedAccount {
  name: string;
  display_name: string;
  role: "user" | "moderator" | "admin";
  created_ms: number;
  /** The names that it had, in small letters. */
  former_names: string[];
  closed: boolean;
  muted: boolean;
  barred: boolean;
  warned: boolean;
}

/** A person in the list of people. */
export interface ListedPerson {
  name: string;
  display_name: string;
  /** In shogi at the speed that was asked for; null before the first rated game. */
  rating: number | null;
  /** Rated games at this speed. */
  games: number;
  /** Such as 1 dan; "?" while the rating is not settled. */
  rank: Text | null;
}

/** A page of the list of people, the highest rating first. */
export interface PeoplePage {
  people: ListedPerson[];
  /** Counted from 1. */
  page: number;
  pages: number;
  /** How many are in the whole list. */
  total: number;
}

/** The settings of every game, whoever the opponent is. */
export interface GameSettings {
  /** The colour of the person who creates the game. */
  side?: SideChoice;
  handicap?: string;
  sfen?: string | null;
  clock?: ClockSettingsInput | null;
  impasse?: string;
  illegal?: "refuse" | "lose";
  take_back?: boolean;
  variant?: string;
  /** Values of the variant's options; the others have their defaults. */
  options?: Record<string, string>;
  /** A piece that is touched and can move must move; for games of variants. */
  touch_move?: boolean;
}

/** The body of POST /api/games: a game against an engine, or of two people at this page. */
export interface NewGame {
  /** The colour of the person who creates the game. */
  side?: SideChoice;
  handicap?: string;
  sfen?: string | null;
  clock?: ClockSettingsInput | null;
  impasse?: string;
  illegal?: "refuse" | "lose";
  take_back?: boolean;
  variant?: string;
  /** Values of the variant's options; the others have their defaults. */
  options?: Record<string, string>;
  /** A piece that is touched and can move must move; for games of variants. */
  touch_move?: boolean;
  level?: number;
  engine?: string;
  /** Both sides are played at this page, without an engine. */
  both?: boolean;
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
  /** The word of the player. */
  word?: "makemashita" | "arimasen" | null;
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

/** Gives the opponent 15 seconds. */
export interface GiveTimeCommand {
  type: "give_time";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The last event that the page has; the command is `stale` if the game has a later one. */
  event: number;
}

/** Offers to adjourn the game: the side to move then seals its move. */
export interface AdjournCommand {
  type: "adjourn";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The last event that the page has; the command is `stale` if the game has a later one. */
  event: number;
}

/** Offers to continue an adjourned game. */
export interface ResumeCommand {
  type: "resume";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The last event that the page has; the command is `stale` if the game has a later one. */
  event: number;
}

/** Answers the opponent's offer. Without `accept` it is declined, or the player's own is withdrawn. */
export interface AnswerCommand {
  type: "answer";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The last event that the page has; the command is `stale` if the game has a later one. */
  event: number;
  offer: OfferName;
  accept: boolean;
}

export interface AbortCommand {
  type: "abort";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The last event that the page has; the command is `stale` if the game has a later one. */
  event: number;
}

/** Claims the game of an opponent who has left. */
export interface ClaimCommand {
  type: "claim";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The last event that the page has; the command is `stale` if the game has a later one. */
  event: number;
}

/** Says a set phrase, or free text, to the other people at the game: one of the two. */
export interface SayCommand {
  type: "say";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The last event that the page has; the command is `stale` if the game has a later one. */
  event: number;
  phrase?: string | null;
  text?: string | null;
}

/** The body of POST /api/games/{id}/conditional: all conditional moves of the player. */
export interface ConditionalRequest {
  /** The last event that the page has, as in commands. */
  event: number;
  /** Lines in USI: each begins with a move of the opponent and ends with one's own answer. */
  lines: string[][];
}

/** The body of POST /api/vacation. */
export interface VacationRequest {
  /** From now on; 0 ends the vacation. */
  days: number;
}

/** Answers `PingMessage` at once. The server does not answer it. */
export interface PongCommand {
  type: "pong";
  /** The page's own name for the message; the answer to it has the same in `re`. */
  id: string;
  game: string;
  /** The number of the ping. */
  number: number;
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
  /** Whether a game with it can be rated. */
  rated: boolean;
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
  /** The set phrases of the chat. */
  phrases: Phrase[];
}

/** The answer to POST /api/games. */
export interface NewGameId {
  id: string;
}

/** The answer to GET /api/playing. */
export interface Playing {
  /** The id of a game that the guest is playing against another person; null: the server gives help. */
  game: string | null;
}

/** The answer to GET /api/waiting. */
export interface Waiting {
  /** Correspondence games at the guest's turn, and adjourned ones that the opponent proposes to resume. */
  count: number;
  /** All running correspondence games and adjourned games of the guest. */
  running: number;
}

/** The guest's vacation, during which their time stands still in correspondence games. */
export interface Vacation {
  /** ISO 8601, UTC; null: none now. */
  until: string | null;
  /** The days of vacation that are left in this year. */
  days_left: number;
  days_a_year: number;
}

/** The conditional moves as they are stored. */
export interface ConditionalLines {
  lines: string[][];
}

/** The answer to GET /api/games/{id}/premoves. */
export interface Premoves {
  /** The position, in which the opponent is to move. */
  sfen: string;
  /** The moves that the player can prepare, in USI; empty on the player's own turn. */
  moves: string[];
}

/** The answer to a rematch. */
export interface RematchAnswer {
  /** The id of the new game; null while the opponent has not agreed. */
  id: string | null;
}

/** A player of a game. */
export interface Player {
  name: Text;
  kind: "person" | "computer";
  level: number | null;
  /** The name of the person's account, for the address of the profile; null for guests. */
  account: string | null;
  /** The rank at the game's variant and speed, "?" before it is settled; null for guests, and in lists. */
  rank: Text | null;
  rating: number | null;
  /** The change of the rating by this game; null before its end, and if it is not rated. */
  change: number | null;
  /** Whether it is a program that plays over a connection of its own, by CSA's protocol. */
  program: boolean;
  /** Whether a program plays in the account. */
  bot: boolean;
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
  /** The time of the running clock stands still so much longer: the toss of pawns is shown. */
  wait_ms: number;
}

/** How a game ended. */
export interface Result {
  winner: Color | null;
  termination: string;
  infraction: string | null;
  text: Text;
  /** The remark of the player who resigned. */
  word: "makemashita" | "arimasen" | null;
}

/** An offer that stands. */
export interface Offer {
  offer: OfferName;
  /** The side that made it. */
  color: Color;
}

/** A player on vacation. */
export interface Rest {
  color: Color;
  /** ISO 8601, UTC. */
  until: string;
}

/** The presence of the two persons of a game on its page. */
export interface Attendance {
  black: "here" | "away" | "left";
  white: "here" | "away" | "left";
  /** The number of pages of spectators. */
  watchers: number;
}

/** The finished games between the two players of a game, whichever colours they had. */
export interface HeadToHead {
  /** Those that the Black of this game has won. */
  black: number;
  white: number;
  draws: number;
}

/** The finished games of the viewer against another account. */
export interface Score {
  wins: number;
  losses: number;
  draws: number;
}

/** A program's remark about its move. */
export interface ProgramAnalysis {
  ply: number;
  /** From Black's point of view. */
  centipawns: number;
  nodes: number | null;
  /** The moves that it expects after this one, at most ten. */
  line: MoveText[];
}

/** A whole game, as one viewer sees it. */
export interface Game {
  id: string;
  /** The number of the last event. */
  event: number;
  /** ISO 8601, UTC. */
  created: string;
  variant: string;
  /** The options of the variant that are not at their defaults. */
  options: Record<string, string>;
  /** Whether a piece that is touched and can move must move; the page applies it. */
  touch_move: boolean;
  /** The viewer's colour; null for a spectator. */
  you: Color | null;
  /** Whether the viewer plays both sides; then `you` is Black. */
  both: boolean;
  /** Whether a third person enters the moves of two persons at one board; `both` for that person. */
  recorded: boolean;
  visibility: Visibility;
  /** Whether the game changes, or has changed, the ratings of its players. */
  rated: boolean;
  /** Why it does not although its players wanted a rated game; null if it does, or if they did not. */
  unrated_reason: UnratedReason | null;
  /** Whether a take-back, an impasse by agreement and a rematch need the consent of the other person. */
  consent: boolean;
  black: Player;
  white: Player;
  handicap: string;
  start_sfen: string;
  clock: ClockSettings | null;
  /** The days for each move of a correspondence game; 0: it is played live. */
  days: number;
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
  offers: Offer[];
  /** Whether the game can still be left without a result. */
  can_abort: boolean;
  /** The time for the first move of each side; null: no limit. */
  first_move_ms: number | null;
  /** The ends without a result that lose the game in the event to which it belongs. */
  forfeits: ("engine_failed" | "aborted" | "no_first_move" | "agreed" | "server_stopped")[];
  /** Null unless two persons play. */
  attendance: Attendance | null;
  /** Whether a draw is replayed with colours exchanged in the remaining time. */
  replay_draws: boolean;
  /** Whether this game is such a replay. */
  replays_a_draw: boolean;
  /** Whether mate does not end the game: the mated side must resign. It is always so against programs. */
  formal_resignation: boolean;
  /** The remarks on the moves in a game between programs. */
  analyses: ProgramAnalysis[];
  /** The side that is mated and must resign. */
  mated: Color | null;
  /** `sealing`: the side to move seals its move. `sealed`: the game waits for both players. */
  adjourned: Adjournment | null;
  /** The players whose time stands still, in correspondence. */
  resting: Rest[];
  /** The viewer's own conditional moves. */
  conditional: string[][];
  /** Null unless both players have accounts. */
  head_to_head: HeadToHead | null;
  rematch_of: string | null;
  /** The id of the rematch, or of the game that replays this draw. */
  next: string | null;
}

/** A game in the list of games. */
export interface GameSummary {
  id: string;
  created: string;
  variant: string;
  /** The options of the variant that are not at their defaults. */
  options: Record<string, string>;
  you: Color;
  both: boolean;
  black: Player;
  white: Player;
  handicap: string;
  plies: number;
  status: Status;
  result: Result | null;
  sfen: string;
  /** The days for each move of a correspondence game; 0: it is played live. */
  days: number;
  /** Whether a correspondence game waits for the viewer's move. */
  your_turn: boolean;
  /** The time that is left to the side to move, in correspondence. */
  left_ms: number | null;
  adjourned: boolean;
  /** The player who proposes to resume an adjourned game. */
  resume: "you" | "opponent" | null;
}

/** A part of the list of games. */
export interface GameList {
  games: GameSummary[];
  /** The value of `before` that gets the next part; null at the end. */
  next: string | null;
}

/** A game on the profile of one of its players. */
export interface ProfileGame {
  id: string;
  /** When it was created. */
  at_ms: number;
  variant: string;
  /** Null without a clock. */
  speed: Speed | null;
  visibility: Visibility;
  /** The colour of the profile's account. */
  color: Color;
  opponent: Player;
  /** Its name; null in an even game. */
  handicap: Text | null;
  plies: number;
  /** Null while it is played. */
  result: Result | null;
  /** 1 for a win of the account, 0 for a loss, 0.5 for a draw; null without a result. */
  points: number | null;
  /** The rating of the account after the game; null if the game was not rated. */
  rating: number | null;
  change: number | null;
}

/** The games on a profile. */
export interface ProfileGames {
  /** Those that are being played, at most 20; empty in later parts. */
  running: ProfileGame[];
  /** Finished ones, newest first. */
  games: ProfileGame[];
  /** The value of `before` that gets the next part; null at the end. */
  next: string | null;
}

/** The whole game. */
export interface GameMessage {
  type: "game";
  game: Game;
}

/** Measures the delay of a player's network; the page answers at once with `pong`. */
export interface PingMessage {
  type: "ping";
  game: string;
  number: number;
}

/** The changes in a game. */
export interface UpdateMessage {
  type: "update";
  game: string;
  event: number;
  /** The page drops all moves after the first `keep`, then appends `moves`, and so with `analyses`. */
  keep: number;
  moves: Move[];
  analyses: ProgramAnalysis[];
  position: Position;
  clocks: Clocks | null;
  status: Status;
  result: Result | null;
  thinking: boolean;
  offers: Offer[];
  can_abort: boolean;
  attendance: Attendance | null;
  mated: Color | null;
  adjourned: Adjournment | null;
  resting: Rest[];
  conditional: string[][];
  next: string | null;
  notice: Text | null;
}

/** The state of a game. */
export interface GameTopic {
  type: "game";
  id: string;
  /** The last event that the page has; the server then sends only what has changed since. */
  after?: number | null;
}

/** A line of a chat. */
export interface ChatLine {
  /** 1, 2, 3 … in the game. */
  number: number;
  /** ISO 8601, UTC. */
  at: string;
  room: Room;
  /** The player's colour; null for a spectator. */
  color: Color | null;
  mine: boolean;
  /** The number of the line in which its author first spoke: the same for all lines of a person. */
  author: number;
  /** The author's account; null for a guest. */
  who: PersonName | null;
  /** The key of a set phrase; null for free text. */
  phrase: string | null;
  /** Free text is the same in both languages. It is plain: an address in it is no link. */
  text: Text;
}

/** The lines of a game's chat that the page does not have yet. */
export interface ChatMessage {
  type: "chat";
  game: string;
  lines: ChatLine[];
}

/** A set phrase. */
export interface Phrase {
  key: string;
  text: Text;
}

/** The rights of the sender in chats. */
export interface ChatRights {
  /** Whether they may write free text: an account after its tenth finished game against a person. */
  free: boolean;
  /** How many of these games the account has finished, at most `needed`; 0 for a guest. */
  games: number;
  needed: number;
  account: boolean;
  /** Until when a moderator has muted the account; null: it may speak. */
  muted_until_ms: number | null;
}

/** The body of POST /api/challenges. */
export interface NewChallenge {
  /** The colour of the person who creates the game. */
  side?: SideChoice;
  handicap?: string;
  sfen?: string | null;
  clock?: ClockSettingsInput | null;
  impasse?: string;
  illegal?: "refuse" | "lose";
  take_back?: boolean;
  variant?: string;
  /** Values of the variant's options; the others have their defaults. */
  options?: Record<string, string>;
  /** A piece that is touched and can move must move; for games of variants. */
  touch_move?: boolean;
  /** Whether the lobby shows the challenge, which is then a seek; else only those with the link see it. */
  listed?: boolean;
  /** The people who may watch the game. */
  visibility?: Visibility;
  /** Whether the game is rated, if both players have accounts and clock and handicap allow it. */
  rated?: boolean;
  /** Whether a draw is replayed with colours exchanged in the remaining time. */
  replay_draws?: boolean;
  /** Whether mate does not end the game: the mated side must resign. */
  formal_resignation?: boolean;
  /** The days for each move of a correspondence game, which has no other clock; null: it is played live. */
  days?: DaysPerMove | null;
  tosser?: "higher" | "other" | "maker" | "janken";
  /**
   * Only people with accounts can accept, whose rating at the variant and speed of the game differs by at
   * most so many points from the maker's; null: anybody.
   */
  rating_within?: number | null;
  /** The account that is invited, which must have the lobby open; nobody else can accept then. */
  to?: string | null;
}

/** The body of POST /api/lobby/quick: the clock of an even game, rated if both players have accounts. */
export interface QuickPairing {
  clock: ClockSettingsInput;
}

/** The answer: the seek of the caller, and its game if somebody was waiting. */
export interface QuickPaired {
  challenge: string;
  game: string | null;
}

/** The answer to POST /api/challenges. */
export interface NewChallengeId {
  id: string;
}

/** A challenge, as one viewer sees it. */
export interface Challenge {
  id: string;
  created: string;
  state: ChallengeState;
  /** Whether the viewer has made it. */
  mine: boolean;
  listed: boolean;
  /** The maker of the challenge. */
  maker: Player;
  /** Whether the game would change the ratings of both, as far as the players are known. */
  rated: boolean;
  /** Why it would not although its maker asks for a rated game; null if it would, or if they do not. */
  unrated_reason: UnratedReason | null;
  /** The viewer's colour in the game. */
  side: SideChoice;
  handicap: string;
  handicap_name: Text;
  start_sfen: string;
  /** Whether the maker has set up the position. */
  set_up: boolean;
  clock: ClockSettings | null;
  days: DaysPerMove | null;
  clock_text: Text;
  impasse: string;
  illegal: "refuse" | "lose";
  take_back: boolean;
  variant: string;
  variant_name: Text;
  options: Record<string, string>;
  touch_move: boolean;
  replay_draws: boolean;
  formal_resignation: boolean;
  tosser: "higher" | "other" | "maker" | "janken";
  rating_within: number | null;
  /** Whether the viewer's rating is within this range. */
  fits: boolean;
  /** The account that is invited; null: anybody. */
  to: string | null;
  visibility: Visibility;
  /** The time for the first move of each side. */
  first_move_ms: number;
  /** The address of the challenge, for the other person. */
  link: string;
  /** Whether other machines can reach the address. */
  reachable: boolean;
  /** The game, once the challenge is accepted; null for all but its two players. */
  game: string | null;
}

/** The handicap that fits the ranks of the viewer and of the person who waits. */
export interface Proposal {
  /** `even` for a difference of one rank: the weaker player is Black. */
  handicap: string;
  name: Text;
  /** Whether the viewer is the stronger player, who gives the handicap and plays White. */
  you_give: boolean;
}

/** A challenge in the lobby. */
export interface Seek {
  id: string;
  created: string;
  mine: boolean;
  maker: Player;
  /** As in `ChallengeView`, for a game with the viewer. */
  rated: boolean;
  unrated_reason: UnratedReason | null;
  /** The colour of the viewer, if they accept. */
  side: SideChoice;
  handicap: string;
  handicap_name: Text;
  /** Whether the maker has set up the position, which `handicap_name` then says. */
  set_up: boolean;
  clock: ClockSettings | null;
  days: DaysPerMove | null;
  clock_text: Text;
  variant: string;
  variant_name: Text;
  rating_within: number | null;
  /** Whether the viewer's rating is within this range, so that they can accept; true for one's own seek. */
  fits: boolean;
  /** Null if the ranks are equal or not known, and for one's own seek. */
  proposal: Proposal | null;
}

/** A public game that is being played. */
export interface RunningGame {
  id: string;
  variant: string;
  variant_name: Text;
  black: Player;
  white: Player;
  handicap: string;
  plies: number;
  sfen: string;
}

/**
 * The lobby. People whom the viewer follows come first in each list.
 *
 * Nobody is in it who has blocked the viewer, or whom the viewer has blocked, but for running games.
 */
export interface Lobby {
  seeks: Seek[];
  games: RunningGame[];
  /** Challenges to the viewer alone. */
  invitations: Seek[];
  /** The other people with accounts who have the lobby open, with their ranks in rapid games; at most 50. */
  people: Player[];
  /** The accounts that the viewer follows, of those in these lists. */
  followed: string[];
}

/** A person whom the viewer follows, and who has the lobby open or plays a public game. */
export interface FollowedPerson {
  account: string;
  /** Whether they have the lobby open. */
  here: boolean;
  /** Their public game that is being played. */
  game: string | null;
}

/** Those of the people whom the viewer follows who are here now, or play a public game. */
export interface Followed {
  people: FollowedPerson[];
}

/** A channel of shogi TV. */
export interface TvChannel {
  /** Variant and speed, such as `shogi-rapid`. */
  key: string;
  speed: Speed;
  /** The strongest game of the channel now: that of the highest ratings. */
  game: RunningGame;
}

/** The games that can be watched now. */
export interface Tv {
  /** The strongest game of all channels; null: no public game with a clock is being played. */
  top: string | null;
  channels: TvChannel[];
}

/** The lobby, sent again at every change. */
export interface LobbyMessage {
  type: "lobby";
  lobby: Lobby;
}

/** A challenge, sent again at every change. */
export interface ChallengeMessage {
  type: "challenge";
  challenge: Challenge;
}

/** The state of a challenge. */
export interface ChallengeTopic {
  type: "challenge";
  id: string;
}

/** The seeks and the running games. */
export interface LobbyTopic {
  type: "lobby";
  id?: "lobby";
}

/**
 * The body of POST /api/events: the settings of a kind, and how it is played on this
 * server. Fields of other kinds are passed over. With `previous`, which is over, its title, terms
 * and holder are taken over; the viewer must be its arbiter.
 */
export interface NewTournament {
  /** Whether two players with accounts play on this server; else all play over the board. */
  online?: boolean;
  clock?: ClockSettingsInput | null;
  /** Days for each move: the games on the server are correspondence games, without `clock`. 0: live. */
  days?: number;
  rated?: boolean;
  /**
   * Whether everybody with an account can enter; else the arbiter enters the players. Title matches never
   * are open.
   */
  open?: boolean;
  /** When an arena begins by itself, in milliseconds since 1970; 0: when the arbiter starts it. */
  starts_ms?: number;
  /**
   * The minutes that the host of a simultaneous display has more than the others, on each board. The host
   * is the account that creates it.
   */
  host_minutes?: number;
  /** Whether only its players and arbiters see it; then it never is open. */
  private?: boolean;
  name: string;
  system?: System;
  /**
   * `by-rank`: the handicap that `komadai.ratings.handicaps.proposed` has for the two ranks, and the
   * weaker player is Black. In a league it follows from the strengths; see `kinds.league.strength`.
   */
  handicaps?: "none" | "by-rank";
  /** The variant that is played; see `komadai.play.boards`. Only `shogi` has handicaps. */
  variant?: string;
  /**
   * The ranks of players who have only a rating: our own table, or that of the European federation (FESA);
   * see `komadai.ratings.ranks`.
   */
  scale?: "amateur" | "fesa";
  place?: string;
  date?: string;
  /** Whether not only the two players may claim that one of them broke a rule, but a third person, too. */
  third_persons?: boolean;
  /** The boards of each match in a team event, whose players are teams. 0: single players. */
  boards?: number;
  /** The games of a title match, of which more than half must be won. */
  rounds?: number;
  /** How often each pair meets: once, or twice with changed colours. */
  cycles?: number;
  /** The title; empty: a match without a title. */
  title?: string;
  /** How the colours go on after a game that was replayed. */
  after_replay?: "scheduled" | "exchanged";
  /** Whether nobody holds the title: both players are challengers then. Else player 1 is its holder. */
  vacant?: boolean;
  /** The event whose best player challenges: its id on the server, the path of its file at a desk. */
  qualifier?: string;
  /** The match of the season before, as with `qualifier`. */
  previous?: string;
  /** How long it lasts. */
  minutes?: number;
  /** Whether wins in a row count double. */
  streaks?: boolean;
  /** How many places above their own a player may challenge. */
  reach?: number;
  /** A challenge that is not answered within so many days is won without play. */
  answer_days?: number;
  /** A player who neither plays nor challenges for so many days slides down a place; 0: none does. */
  idle_days?: number;
}

/** A member of a team: a name, or an account, which plays on this server. */
export interface NewMember {
  name?: string;
  account?: string;
  rating?: number;
  rank?: string;
}

/** The viewer enters; of a league with what `LeagueWants` says. */
export interface Join {
  type: "join";
  opponents?: number;
  languages?: string[];
}

/** The arbiter enters a player: somebody at the board by name, or an account. */
export interface AddPlayer {
  type: "add";
  name?: string;
  /** The name of an account; empty for a player without one. Of a team its captain. */
  account?: string;
  rating?: number;
  /** Such as `3 kyu` or 初段. */
  rank?: string;
  club?: string;
  /** The members of a team: in board order, then the substitutes. */
  members?: NewMember[];
  /** The opponents that a member of a league wants at once; see `LeagueWants`, also for the next one. */
  opponents?: number;
  languages?: string[];
}

/**
 * The arbiter enters players who sit at the board from a list, one a line: `Wada, 3 kyu`.
 *
 * If a line is wrong, nobody is entered. The answer then has the number and the error of each wrong line.
 */
export interface AddPlayers {
  type: "add_list";
  players: string;
  /** Enters those whose lines are right, if there are any. */
  only_right?: boolean;
}

/** The arbiter corrects a player's name or rank. */
export interface CorrectPlayer {
  type: "correct";
  player: number;
  name: string;
  /** Such as `3 kyu` or 初段; empty: unknown; null: as it is. */
  rank?: string | null;
}

/** How many opponents a member of a league wants at once, and the languages they write (ISO 639). */
export interface LeagueWants {
  type: "wants";
  player: number;
  opponents: number;
  languages?: string[];
}

/** A team gets another member, as its last: by the arbiter or its captain. */
export interface AddMember {
  type: "member";
  /** The team. */
  player: number;
  member: NewMember;
}

/**
 * Sets the members who play for a team in the next match, by the arbiter or the captain; published with
 * the start.
 */
export interface LineUp {
  type: "lineup";
  /** The team. */
  player: number;
  /** The members' numbers from 1. */
  members: number[];
}

/**
 * The host of a simultaneous display, or an arbiter, accepts a player with this handicap; with null no
 * longer.
 */
export interface AcceptPlayer {
  type: "accept";
  player: number;
  handicap?: string | null;
}

/** A player leaves: by the player, or by the arbiter. */
export interface WithdrawPlayer {
  type: "withdraw";
  player: number;
  reason?: string;
}

/** A player who has left plays again. */
export interface ReturnPlayer {
  type: "return";
  player: number;
}

/** A player does not play in the next Swiss round; `bye` null: plays after all. */
export interface SitOut {
  type: "sit_out";
  player: number;
  bye?: Bye | null;
}

/** A game of the next Swiss round is set by hand; without `white` a bye. */
export interface ForcePair {
  type: "force";
  black: number;
  white?: number | null;
  /** Also if the two have met. */
  again?: boolean;
  reason?: string;
}

/** The games set by hand are taken back. */
export interface Unforce {
  type: "unforce";
}

/** The next round is paired. */
export interface Pair {
  type: "pair";
}

/** The pairings of the last round, which has not begun, are taken back. */
export interface Unpair {
  type: "unpair";
  reason?: string;
}

/** The last round begins: the games between two accounts are created. */
export interface StartRound {
  type: "start";
}

/**
 * The arbiter enters a result, corrects it, or with null takes it back.
 *
 * If another result than `corrects` stands, the answer is `other_result` with it.
 */
export interface EnterResult {
  type: "result";
  round: number;
  board: number;
  /** The board in a team match; 0: the whole match, which is won without play. */
  seat?: number;
  result: TournamentResult | null;
  /** The result that the arbiter saw; null: none. */
  corrects?: TournamentResult | null;
  reason?: string;
}

/** A new game on a board without a result: the last one was a draw that counts not, or had no result. */
export interface Replay {
  type: "replay";
  round: number;
  board: number;
  /** The board in a team match. */
  seat?: number;
  /** With exchanged colours. */
  exchange?: boolean;
}

/** A game of a title match ended by repetition: it is replayed with colours reversed. */
export interface Sennichite {
  type: "sennichite";
  round: number;
  board: number;
}

/** The arbiter gives a player Black in a game of a title match that has not begun. */
export interface SetColors {
  type: "colors";
  round: number;
  board: number;
  black: number;
}

/**
 * The arbiter names who enters the moves of a game at the board and keeps its time: an account that does
 * not play in it. The round begins, if it has not; the game when the recorder opens it. Named again, another
 * account goes on.
 */
export interface KeepRecord {
  type: "record";
  round: number;
  board: number;
  /** The board in a team match, from 1. */
  seat?: number;
  account: string;
  /** With colours exchanged, after a draw that is replayed. */
  exchange?: boolean;
}

/** A player of a ladder challenges one above: by the player, or by the arbiter with `player`. */
export interface LadderChallenge {
  type: "challenge";
  opponent: number;
  player?: number | null;
}

/** Accepts a challenge, which begins the game, or refuses it, by the challenged player or the arbiter. */
export interface AnswerLadder {
  type: "answer";
  challenge: number;
  accept: boolean;
}

/** The challenger, or the arbiter, takes a challenge back that was not answered. */
export interface TakeBackLadder {
  type: "take_back";
  challenge: number;
}

/** The best player of the qualifier enters a title match; of a vacant title the two best. */
export interface TakeChallenger {
  type: "challenger";
}

/**
 * A player claims something about a game of theirs, or a third person an infraction in a game of others,
 * for the arbiter to decide.
 */
export interface MakeClaim {
  type: "claim";
  round: number;
  board: number;
  /** The board in a team match. */
  seat?: number;
  /**
   * The opponent has broken a rule: the game is lost by them if the arbiter accepts the claim. Refused if
   * the player has resigned.
   */
  infraction?: boolean;
  text: string;
  /** The player who claims, if the arbiter writes it down. */
  player?: number | null;
  /**
   * The player, or team, who has broken a rule, in the claim of a third person. Refused where the event has
   * not `third_persons`, and as long as such a claim waits for its answer.
   */
  against?: number | null;
}

/**
 * The arbiter answers a claim. An accepted one of an infraction also enters the result, and ends the game
 * if it is still played here.
 */
export interface Rule {
  type: "rule";
  claim: number;
  accepted: boolean;
  text?: string;
}

/** The event is over. */
export interface Finish {
  type: "finish";
}

/** The event goes on. */
export interface Reopen {
  type: "reopen";
}

/** The owner names another arbiter, or with `on` false takes the name back. */
export interface NameArbiter {
  type: "arbiter";
  account: string;
  on?: boolean;
}

/**
 * The owner of a private event makes a link that opens its sheets without a session, in place of the one
 * before, or with `on` false ends it.
 */
export interface LinkSheets {
  type: "sheets";
  on?: boolean;
}

/** The body of POST /api/events/{id}/commands. */
export interface TournamentRequest {
  command: TournamentCommand;
}

/** The answer to POST /api/events. */
export interface NewTournamentId {
  id: string;
}

/** An event in the list. */
export interface TournamentSummary {
  id: string;
  name: string;
  system: System;
  status: TournamentStatus;
  created: string;
  date: string;
  place: string;
  variant: string;
  variant_name: Text;
  players: number;
  /** The last round that was paired; 0 before the first. */
  round: number;
  rounds: number;
  /** When the arena begins by itself, ISO 8601, UTC; null: it has no set time, or has begun. */
  starts: string | null;
}

/** The newest events. */
export interface TournamentList {
  events: TournamentSummary[];
}

/** A member of a team. */
export interface TeamMember {
  name: string;
  account: string | null;
  rank: Text;
  rating: number;
}

/** A player of an event. */
export interface TournamentPlayer {
  number: number;
  name: string;
  account: string | null;
  /** 0: unknown. */
  rating: number;
  /** As entered, else by the rating; empty if neither is known. */
  rank: Text;
  club: string;
  first_round: number;
  withdrawn: boolean;
  points: number;
  /** The bye of the next round. */
  sits_out: Bye | null;
  /** The members of a team, in board order. */
  members: TeamMember[];
  /** The languages of a member of a league: ISO 639 codes; empty if none were given. */
  languages: string[];
  /** The opponents that a member of a league wants at once. */
  wanted: number;
  /**
   * The members who play in the team's next match, as far as the viewer may know it before the round
   * begins.
   */
  lineup: number[] | null;
}

/** How a game on this server has ended, where the arbiter has entered another winner. */
export interface OwnResult {
  result: TournamentResult;
  /** Whether the loser has resigned. */
  resigned: boolean;
}

/** A board of a team match. */
export interface TeamBoard {
  /** The member's name; empty for nobody. */
  black: string;
  white: string;
  /** The number of the team that has Black. */
  black_team: number;
  result: TournamentResult | null;
  /** The newest game on this server. */
  game: string | null;
  playing: boolean;
  /** The account that keeps the record at the board; empty: there is none. */
  recorder: string;
  /** Whether the viewer is that account. */
  recording: boolean;
  /** Whether the viewer plays on this board. */
  mine: boolean;
  /**
   * For its players and the arbiters: how the game here has ended, if the arbiter has entered another
   * winner.
   */
  contradicts: OwnResult | null;
}

/** A game of a round, or a player's round without one. */
export interface TournamentGame {
  /** 0 without an opponent. */
  board: number;
  black: number;
  white: number | null;
  handicap: string;
  handicap_name: Text;
  bye: Bye | null;
  result: TournamentResult | null;
  /** The game on this server, if the viewer may watch it. */
  game: string | null;
  /** Whether that game is still being played. */
  playing: boolean;
  /** The account that keeps the record at the board; empty: there is none. */
  recorder: string;
  /** Whether the viewer is that account. */
  recording: boolean;
  /** The boards of a team match that has begun. */
  boards: TeamBoard[];
  /** The points on them: those of the team in `black`, then of the other. */
  board_points: string[];
  /** How often it was replayed under its number. */
  replays: number;
  /**
   * For its players and the arbiters: how the game here has ended, if the arbiter has entered another
   * winner.
   */
  contradicts: OwnResult | null;
}

/**
 * The state of an arena. Its one round has the games that are played, the viewer's, and the
 * latest ones.
 */
export interface Arena {
  minutes: number;
  streaks: boolean;
  /** When it begins by itself; null: when it is started, or it has begun. */
  starts: string | null;
  /** When its time is over; null before it has begun. */
  ends: string | null;
  /** The time until its start, or of a running one until its end; null: unknown. */
  ms_left: number | null;
  /** All games so far. */
  games: number;
  /** The games that are being played. */
  playing: number;
  /** The players who have the page open and do not play, and so may be paired. */
  waiting: number[];
  /** The players whose next game counts double. */
  on_fire: number[];
}

/** A player who wants to play in a simultaneous display. */
export interface SimulApplicant {
  player: number;
  /** With which the host has accepted the player; null: not yet. */
  handicap: string | null;
  handicap_name: Text | null;
  /** The handicap by the ranks, if the event plays with handicaps; else `even`. */
  proposed: string;
}

/** The state of a simultaneous display. The one round has the games, all with the host as White. */
export interface Simul {
  /** The number of the host. */
  host: number;
  /** The host's time on each board. */
  host_clock_text: Text;
  /** How many players can be accepted. */
  boards: number;
  /** Those who have not withdrawn: the accepted ones first, in the order of their boards. */
  applicants: SimulApplicant[];
  /** The host's games, as the next three. */
  won: number;
  drawn: number;
  lost: number;
  playing: number;
}

/** A round. */
export interface TournamentRound {
  number: number;
  started: boolean;
  games: TournamentGame[];
}

/** A claim; its players, the third person who makes it, and the arbiters see it. */
export interface TournamentClaim {
  number: number;
  round: number;
  board: number;
  /** The board in a team match; 0: the game or the whole match. */
  seat: number;
  /** The player who claims it, or whom the claim of a third person favours. */
  player: number;
  /** The third person; null: the player. */
  by: Text | null;
  /** The player who has broken a rule, as the third person says. */
  against: number | null;
  infraction: boolean;
  /** It was made after the result was entered: if the player had resigned, the result stands. */
  late: boolean;
  text: string;
  accepted: boolean | null;
  answer: string;
}

/** A cell of the crosstable. */
export interface TournamentCell {
  text: Text;
  points: number | null;
  opponent: number | null;
}

/** A line of the crosstable. */
export interface TournamentLine {
  place: number;
  player: number;
  points: string;
  tie_breaks: string[];
  cells: (TournamentCell | null)[];
}

/** A game that is set by hand; a bye without `white`. */
export interface ForcedGame {
  black: number;
  white: number | null;
}

/** A match for a title. */
export interface TitleSeason {
  id: string;
  name: string;
  status: TournamentStatus;
  /** The holder, if there was one, and the challenger; as far as they are known. */
  players: string[];
  vacant: boolean;
  /** Such as `4-2`: in the order of the players. */
  score: string;
  /** The holder of the title after it; empty while it is open. */
  winner: string;
  /** The challenger event's id, or empty. */
  qualifier: string;
  qualifier_name: string;
}

/** The title that a match is about. */
export interface TournamentTitle {
  name: string;
  games_to_win: number;
  vacant: boolean;
  /** The oldest first; this match is one of them. */
  seasons: TitleSeason[];
  /** Whether a player is missing whom the qualifier decides. */
  takes_challenger: boolean;
  /**
   * The player who is challenged in the season that can be created after this match; empty while it is
   * open.
   */
  holder_next: string;
  /** Whether the next season can be created: the match is over, and no later one follows it. */
  can_go_on: boolean;
}

/** A place of a ladder, from the top. */
export interface LadderPlace {
  player: number;
  /** The players whom this player may challenge now. */
  may_challenge: number[];
}

/** A challenge that waits for its answer. */
export interface WaitingChallenge {
  number: number;
  player: number;
  opponent: number;
  /** Then it is won without play. */
  until: string;
}

/** The places of a ladder and the challenges that wait. */
export interface TournamentLadder {
  reach: number;
  answer_days: number;
  idle_days: number;
  places: LadderPlace[];
  challenges: WaitingChallenge[];
}

/** A member in a report of a league. */
export interface LeagueReportLine {
  place: number;
  player: number;
  name: string;
  strength: number;
  /** Since the report before; null for who has entered since. */
  change: number | null;
  /** Since the report before, as the next two. */
  won: number;
  drawn: number;
  lost: number;
  languages: string[];
}

/** A report of a league: the strengths at the end of a day, in UTC. */
export interface LeagueReport {
  day: string;
  /** The day of the report before. */
  since: string;
  lines: LeagueReportLine[];
}

/** The state of a league. */
export interface TournamentLeague {
  /** The days of the reports so far, the newest first. */
  reports: string[];
  today: string;
}

/** An event, as one viewer sees it. */
export interface Tournament {
  id: string;
  /** Grows with every change. */
  version: number;
  /** The address of the event's page, to be sent to others. */
  link: string;
  /** Whether other machines can open it. */
  reachable: boolean;
  name: string;
  system: System;
  status: TournamentStatus;
  place: string;
  date: string;
  handicaps: "none" | "by-rank";
  scale: "amateur" | "fesa";
  online: boolean;
  open: boolean;
  /** Whether only its players and arbiters see it. */
  private: boolean;
  /**
   * The key to the sheets of a private event, for its owner alone: with `?key=` they open without a
   * session. Null: there is no such link.
   */
  sheets_key: string | null;
  rated: boolean;
  clock_text: Text;
  /** The days for each move in correspondence games; else 0. */
  days: number;
  /** Whether games on this server have a clock. */
  clocked: boolean;
  variant: string;
  variant_name: Text;
  owner: Text;
  /** The accounts that the owner has named. */
  arbiters: string[];
  total_rounds: number;
  /** The boards of each match in a team event; else 0. */
  boards: number;
  /** Whether the viewer is the owner. */
  owned: boolean;
  /** Whether the viewer may act as arbiter. */
  arbiter: boolean;
  /** The viewer's number. */
  me: number | null;
  can_join: boolean;
  players: TournamentPlayer[];
  /**
   * The rounds; each game of a ladder is one. Ladders and leagues have only the last hundred here, and
   * those with open games.
   */
  rounds: TournamentRound[];
  /** The games set for the next round. */
  forced: ForcedGame[];
  claims: TournamentClaim[];
  /** Whether the viewer, as a third person, may claim an infraction in the games of others. */
  points_out: boolean;
  tie_breaks: TieBreak[];
  /** Whether no more rounds are needed. */
  decided: boolean;
  /** The title of a title match. */
  title: TournamentTitle | null;
  arena: Arena | null;
  /** The state of a simultaneous display. */
  simul: Simul | null;
  /** The state of a ladder. */
  ladder: TournamentLadder | null;
  /** The state of a league. */
  league: TournamentLeague | null;
  table: TournamentLine[];
}

/** The event in which a game is played. */
export interface EventOfGame {
  event: TournamentSummary | null;
}

/** An act of the log. */
export interface TournamentLogEntry {
  at: string;
  by: Text;
  text: Text;
}

/** All that was done in an event, newest first. */
export interface TournamentLog {
  entries: TournamentLogEntry[];
}

/**
 * An event has changed; the page asks for it again unless its version is newer. The version stays if only
 * a game on this server or an arbiter is new.
 */
export interface TournamentMessage {
  type: "event";
  event: string;
  version: number;
  /** The viewer's game that has just begun. */
  game: string | null;
}

/** The version of an event. */
export interface EventTopic {
  type: "event";
  id: string;
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
  variant: string;
  headers: Header[];
  start_sfen: string;
  handicap: string | null;
  nodes: RecordNode[];
  warnings: RecordWarning[];
}

/** A record: headers, and the tree of moves as a list of nodes. */
export interface GameRecordInput {
  variant?: string;
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
  variant?: string;
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
  /** Whether it can hold games of variants. */
  variants: boolean;
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

/** The body of POST /api/tsume/course/next. */
export interface CourseNextRequest {
  /** The grade; null: what is to be repeated in all grades. */
  kyu?: number | null;
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

/** The body of POST /api/tsume/head: the whole line, the moves of both sides. */
export interface HeadRequest {
  problem: string;
  line: string[];
}

/** The body of POST /api/tsume/jobs. */
export interface JobRequest {
  kind: JobKind;
  sfen: string;
  seconds?: number;
  /** Whether restoring interpositions (復元型無駄合) are futile, so that they do not add to the length. */
  restoring_is_futile?: boolean;
}

/** The body of POST /api/tsume/step. */
export interface StepRequest {
  sfen: string;
  restoring_is_futile?: boolean;
}

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
  /** Whether the guest has missed it before; it then changes no rating. */
  repeated: boolean;
}

/** A grade of the course, with the guest's progress. */
export interface TsumeGrade {
  kyu: number;
  plies: number;
  problems: number;
  /** The number of problems to solve for the grade. */
  needed: number;
  solved: number;
  /** The number of missed problems that are to be repeated now. */
  due: number;
  /** Milliseconds until another missed problem is due; null if none waits. */
  next_ms: number | null;
}

export interface TsumeCourse {
  /** The first grade first. */
  grades: TsumeGrade[];
  due: number;
  next_ms: number | null;
  /** The hours of the last seven days in which something was solved, as full hours before now. */
  hours: number[];
}

/** The next problem of the course. */
export interface CourseProblem {
  /** Null if none is left now. */
  problem: Problem | null;
  course: TsumeCourse;
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

/** The judgement of a line that was entered before a piece moved. */
export interface Head {
  verdict: LineVerdict;
  /** The number of moves before the first wrong one. */
  right: number;
  /** The moves that are right, then the wrong one, and the defence that refutes it. */
  moves: Move[];
  /** The defence to be played instead of a wrong one. */
  better: Move | null;
  equal: boolean;
  /** How many plies longer or shorter the mate is. */
  plies: number | null;
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
  text: Sentence;
}

export interface Report {
  verdict: "full" | "deficient" | "unproved";
  headline: Text;
  moves: Move[];
  findings: Finding[];
  text: Sentence;
  kif: string | null;
}

/** A defence in the solver's tree. */
export interface Defence {
  move: Move;
  /** The length of the mate in this line, the attack included; null: not determined. */
  plies: number | null;
  exact: boolean;
  nodes: number;
  /** Whether it is a futile interposition (無駄合). */
  futile: boolean;
}

/** A position with the attacker to move, in the solver's tree. */
export interface ProofStep {
  result: "mate" | "no-mate" | "unknown";
  plies: number | null;
  exact: boolean;
  nodes: number;
  /** The attacker's move; null without a mate. */
  attack: Move | null;
  /** All defences against it: the longest first, futile interpositions last. */
  defences: Defence[];
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

/** The progress and the result of a job. */
export interface JobTopic {
  type: "job";
  id: string;
}

/** The topic of a message. Each message of a subscription carries it as `topic`. */
export interface TopicName {
  type: "game" | "job" | "challenge" | "lobby" | "chapter" | "event";
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

export interface VariantNames {
  en: string;
  ja: string;
  romaji: string;
}

/** How games of a variant go, measured by games of the engine against itself. */
export interface VariantStatistics {
  games: number;
  /** Positions that the engine searched for each move. */
  nodes: number;
  /** Legal moves in a position, on average. */
  branching: number;
  /** Moves of both sides in a game, on average; games that were stopped make it too small. */
  plies: number;
  /** The share of games that the rules ended as draws, 0 to 1. */
  draws: number;
  /** Black's score, 0 to 1: won games, and half of the draws and of those that were stopped. */
  black: number;
  /** Games that were stopped after 1,000 moves. */
  unfinished: number;
}

/** A variant in the gallery. */
export interface VariantSummary {
  /** The key, such as `chu`. */
  name: string;
  names: VariantNames;
  files: number;
  ranks: number;
  /** Pieces of each side at the start. */
  pieces: number;
  /** Kinds of pieces at the start. */
  kinds: number;
  drops: boolean;
  summary: Text;
  statistics: VariantStatistics | null;
}

/** The answer to GET /api/variants. */
export interface VariantList {
  variants: VariantSummary[];
}

/** A mark of a move diagram, see `komadai.variants.pictures.move_marks.MoveMark`. */
export interface MoveMark {
  kind: "step" | "jump" | "line" | "over" | "turn" | "area" | "stay" | "anywhere";
  dx: number;
  dy: number;
  max: number;
  only: "" | "move" | "capture";
  then: number[][];
}

/** A kind of piece. A promoted kind is one of its own, with a `+` before its id. */
export interface PieceKind {
  id: string;
  name: Text;
  romaji: string;
  /** The whole name on the piece, mostly two kanji. */
  kanji: string;
  /** The name as one kanji. */
  face: string;
  betza: string;
  promotes_to: string | null;
  /** The kind in the captor's hand; null without drops. */
  in_hand: string | null;
  royal: boolean;
  value: number | null;
  /** Pieces of each side at the start. */
  count: number;
  marks: MoveMark[];
  /** The marks as a path on the piece, 1000 units to the em. */
  moves: string;
  /** A drawing, as a path on the piece; empty: none. All pieces of a game have one, or none has. */
  picture: string;
  /** A remark; empty: none. */
  note: Text;
}

/** The place of a character on a piece, and its scale. */
export interface Place {
  x: number;
  y: number;
  across: number;
  down: number;
}

/** The places of characters by the style of the face, then by the number of characters from one. */
export interface Places {
  one: Place[][];
  two: Place[][];
  letters: Place[][];
  centre: Place[][];
  upper: Place[][];
  lower: Place[][];
}

export interface Glyph {
  character: string;
  /** An SVG path, 1000 units to the em, centred. */
  d: string;
}

export interface VariantOptionValue {
  name: string;
  /** The value in a few words. */
  label: Text;
  /** The people who play so. */
  who: Text;
}

/** A rule that is played in several ways. */
export interface VariantOption {
  name: string;
  about: Text;
  default: string;
  /** The value that holds in this answer. */
  chosen: string;
  values: VariantOptionValue[];
}

/** The points on which the sources disagree. */
export interface VariantConflict {
  about: Text;
  choice: Text;
}

/** All that the page shows of a variant. */
export interface Variant {
  name: string;
  names: VariantNames;
  files: number;
  ranks: number;
  zone: number;
  drops: boolean;
  /** The kinds that a hand can hold, in the order of the definition; empty without drops. */
  hand: string[];
  sfen: string;
  /** Whether the server can compute the value of every position. */
  solvable: boolean;
  /** Whether the server can make the board and pieces to print. */
  printable: boolean;
  /** Whether there are hints for beginners. */
  hints: boolean;
  statistics: VariantStatistics | null;
  summary: Text;
  history: Text;
  /** The rules as sentences. */
  rules: Text[];
  pieces: PieceKind[];
  options: VariantOption[];
  conflicts: VariantConflict[];
  sources: string[];
  /** Whether the pieces are drawn, not written, unless another face is chosen. */
  drawn: boolean;
  /** The outlines of the characters on the pieces. */
  glyphs: Glyph[];
  places: Places;
}

/** The value of a position for the side to move, or of a move for the side that makes it. */
export interface Value {
  result: "win" | "draw" | "loss";
  /** How many moves the game still has, with the move itself; null for a draw. */
  plies: number | null;
}

export interface MoveValue {
  usi: string;
  text: MoveText;
  value: Value;
}

/** The answer to GET /api/variants/{name}/values. */
export interface PositionValues {
  /** Null if the position cannot occur in a game. */
  value: Value | null;
  /** All legal moves, best first; empty if the game is over or the value is null. */
  moves: MoveValue[];
}

/** A job that makes the table of a variant. */
export interface SolveJob {
  id: string;
  variant: string;
  state: "waiting" | "working" | "done";
  /** Whether it was stopped; another job continues it. */
  stopped: boolean;
  ms: number;
  stage: Text | null;
  /** 0 to 1, an estimate. */
  done: number;
  /** Positions found so far. */
  positions: number;
  /** An estimate. */
  seconds_left: number | null;
  /** Whether `seconds_left` is a lower bound, because positions are still being found. */
  at_least: boolean;
  error: Text | null;
}

/** The state of a job that makes a table, sent to the pages that subscribed to it. */
export interface SolveMessage {
  type: "solve_job";
  job: SolveJob;
}

/** The answer to GET /api/variants/{name}/solved. */
export interface Solved {
  /** Whether there is a table. */
  ready: boolean;
  /** Whether an unfinished analysis is stored, which the next job continues. */
  begun: boolean;
  /** Whether this server makes tables for its guests. */
  allowed: boolean;
  /** The unfinished job of this guest. */
  job: SolveJob | null;
}

/** A hint for beginners. */
export interface BeginnerHint {
  kind: BeginnerHintKind;
  text: Text;
  /** Squares to mark. */
  squares: string[];
  /** The move, of a hint that is a move. */
  usi: string | null;
}

/** The answer to GET /api/variants/{name}/hints. */
export interface BeginnerHints {
  /** From the gentlest to the move itself. */
  hints: BeginnerHint[];
}

/** The body of POST /api/thinking/jobs. */
export interface ThinkingRequest {
  sfen: string;
  /** The searches, one after the other. */
  modes: SearchMode[];
  /** The time limit of each. */
  seconds?: number;
  /** The last iteration of each, in plies. */
  depth?: number | null;
}

/** An iteration of a search. */
export interface Iteration {
  depth: number;
  selective_depth: number;
  /** For the side to move; null for a mate. */
  cp: number | null;
  /** Plies; negative if the side to move is mated. */
  mate: number | null;
  /** From the start of the search. */
  ms: number;
  /** The nodes of this iteration alone, as the two below. */
  nodes: number;
  /** By the names of `komadai.engine.thinking.SearchStatistics`. */
  counts: Record<string, number>;
  nodes_at_ply: number[];
  /** The effective branching factor. */
  branching: number;
  /** Whether it is a mate of the mate solver instead of an iteration. */
  solved: boolean;
  /** The principal variation. */
  line: MoveText[];
}

/** A move of the first plies of a search's tree. */
export interface TreeMove {
  usi: string;
  text: MoveText;
  /** For the side that makes the move. */
  cp: number | null;
  mate: number | null;
  /** Null: the move was skipped. */
  bound: "exact" | "lower" | "upper" | null;
  depth: number;
  nodes: number;
  /** Why the move was skipped, or the position after it decided without its moves; empty: neither. */
  reason: string;
  /** Whether a reply exceeded beta. */
  cut_off: boolean;
  /** How many replies were neither searched nor skipped one by one. */
  not_searched: number;
  replies: TreeMove[];
}

/** A search in one mode. */
export interface SearchReport {
  mode: SearchMode;
  state: "waiting" | "working" | "done";
  iterations: Iteration[];
  nodes: number;
  /** Null before the end, and where there is no move. */
  best: MoveText | null;
  declares_win: boolean;
  /** The last principal variation, with its positions. */
  line: Move[];
  /** Empty before the end of the search. */
  tree: TreeMove[];
}

/** The state of a job that searches a position. */
export interface ThinkingJob {
  id: string;
  sfen: string;
  state: "waiting" | "working" | "done";
  ms: number;
  error: Text | null;
  legal_moves: number;
  /** The lines of 1, 2, … plies. */
  full_tree: number[];
  searches: SearchReport[];
}

/** The state of a job that searches a position, sent to the pages that subscribed to it. */
export interface ThinkingMessage {
  type: "thinking";
  job: ThinkingJob;
}

/** The results after a first move: only games that somebody won count. */
export interface FirstMove {
  usi: string;
  games: number;
  black_wins: number;
}

/** The measurements of one collection of games. */
export interface GamesMeasured {
  key: string;
  games: number;
  positions: number;
  /** The mean number of legal moves of the positions in which a move was played. */
  branching: number;
  /** The mean number of moves of a game. */
  plies: number;
  longest: number;
  /** Games that somebody won. */
  decided: number;
  /** Games that ended without a winner. Of the rest the result is not known. */
  draws: number;
  first_moves: FirstMove[];
  /** The mean number of legal moves in plies 0 to 9, 10 to 19 …; without groups of few positions. */
  by_ply: number[];
}

/** The branching and the length of games, as tools/game_tree.py measured them. */
export interface Measured {
  collections: GamesMeasured[];
}

/** An engine on a machine of the account's owner that is connected now. */
export interface HomeEngine {
  /** The name that its owner gave it. */
  name: string;
  /** Its own name. */
  engine: string;
  threads: number | null;
  since_ms: number;
  /** The id of the token with which it has connected. */
  token: string;
  searching: boolean;
}

/** The account's home engines that are connected now, by name. */
export interface HomeEngineList {
  engines: HomeEngine[];
}

/** The body of POST /api/analysis/jobs: a position with the moves that led to it. */
export interface AnalysisRequest {
  start_sfen?: string;
  moves?: string[];
  /** The names of different engines of the server … */
  engines?: string[];
  /** … and of home engines of one's own; both together one or two. */
  home?: string[];
  lines?: number;
  /** The depth at which the analysis ends; null: at the limit of time. */
  depth?: number | null;
  /** The threads that the engines share; null, or more than the options say: all of those. */
  threads?: number | null;
  /** Whether to search what the other side would do if it could move twice. */
  threats?: boolean;
}

/** The body of POST /api/analysis/brinkmate: the side to move looks for a brinkmate. */
export interface BrinkmateRequest {
  sfen: string;
  /** The maximum length, with the last move of the brinkmate; an even number counts as the odd one below. */
  plies?: number;
}

/** The answer to GET /api/analysis/options. */
export interface AnalysisOptions {
  engines: string[];
  /** One's own engines that bridges offer now. */
  home: HomeEngine[];
  /** How many of the server's engines can analyse at once; with home engines there are two at most. */
  at_once: number;
  /** The threads that they share. */
  threads: number;
  /** The limit of time of an analysis. */
  seconds: number;
}

/** One of an engine's lines, the best first; scores are from Black's point of view. */
export interface AnalysisLine {
  depth: number;
  cp: number | null;
  /** Plies; negative if White mates. */
  mate: number | null;
  /** The points that Black can expect, 0 to 1. */
  win: number | null;
  moves: Move[];
}

/** The lines that one engine has found so far. */
export interface EngineAnalysis {
  engine: string;
  /** Whether it is one of the person's own, on another machine. */
  home: boolean;
  nodes: number;
  nps: number;
  lines: AnalysisLine[];
  error: Text | null;
}

/** The threat: the other side's best line if it could move twice. */
export interface ThreatAnalysis {
  /** Why there is nothing to look for: the side to move is in check. */
  error: Text | null;
  /** Its best moves after a null move, those that are nearly as good as the best one; empty until found. */
  lines: AnalysisLine[];
}

/** The state of a live analysis. */
export interface AnalysisJob {
  id: string;
  sfen: string;
  state: "waiting" | "working" | "done";
  /** The place among those that wait, from 1; null if it does not wait. */
  place: number | null;
  stopped: boolean;
  ms: number;
  error: Text | null;
  /** The threads of each engine. */
  threads: number;
  /** Null if they were not asked for. */
  threats: ThreatAnalysis | null;
  engines: EngineAnalysis[];
}

/** The state of a live analysis, sent to the pages that subscribed to it. */
export interface AnalysisMessage {
  type: "analysis";
  job: AnalysisJob;
}

/** The state of a search for a brinkmate (必至). */
export interface BrinkmateJob {
  id: string;
  state: "waiting" | "working" | "done";
  stopped: boolean;
  error: Text | null;
  /** `mate`: there is a mate by checks, which is better; `no-brinkmate`: proved within `plies`. */
  result: "brinkmate" | "mate" | "no-brinkmate" | "unknown" | null;
  /** The length of the brinkmate, with its last move, or of the mate. */
  plies: number | null;
  /** The moves up to the one that completes the brinkmate; of a mate, to its end. */
  moves: Move[];
}

/** The state of a search for a brinkmate, sent to the pages that subscribed to it. */
export interface BrinkmateMessage {
  type: "brinkmate";
  job: BrinkmateJob;
}

/** The body of POST /api/reviews/jobs. */
export interface ReviewRequest {
  record: GameRecordInput;
  /** For each position. */
  nodes?: number;
}

/** The best move of a position. */
export interface BestMove {
  usi: string;
  text: MoveText;
  /** The line that begins with it; only of errors, empty for the other moves. */
  line: Move[];
}

/** A reviewed move; scores are those of the position after it. */
export interface ReviewedMove {
  ply: number;
  usi: string;
  side: Color;
  move: MoveText;
  /** From Black's point of view, as `mate` and `win`. */
  cp: number | null;
  mate: number | null;
  /** The points that Black can expect, 0 to 1. */
  win: number | null;
  best: BestMove | null;
  /** The lost win rate of the side, 0 to 1. */
  loss: number;
  move_class: MoveClass;
  text: Sentence;
}

/** An event of the game; `ply` is the first after which it holds. */
export interface Milestone {
  ply: number;
  kind: MilestoneKind;
}

/** How a side played, 0 to 100; see docs/how-to/study.md. */
export interface Style {
  attack: number;
  drops: number;
  defence: number;
  sharpness: number;
}

/** The review of a game, or of its first moves if it was stopped. */
export interface Review {
  engine: string;
  nodes: number;
  /** 0 to 100; null for a side without moves. */
  black_accuracy: number | null;
  white_accuracy: number | null;
  start_win: number | null;
  complete: boolean;
  moves: ReviewedMove[];
  milestones: Milestone[];
  /** Null for a side without moves. */
  black_style: Style | null;
  white_style: Style | null;
}

/** The state of a job that reviews a game. */
export interface ReviewJob {
  id: string;
  state: "waiting" | "working" | "done";
  stopped: boolean;
  ms: number;
  error: Text | null;
  /** How many positions are evaluated, of `total`. */
  done: number;
  total: number;
  /** Black's win rates so far, from the start position on. */
  wins: (number | null)[];
  /** Null before the end. */
  review: Review | null;
}

/** The state of a job that reviews a game, sent to the pages that subscribed to it. */
export interface ReviewMessage {
  type: "review";
  job: ReviewJob;
}

/** How a player played, in one game or several. */
export interface Figures {
  games: number;
  /** Those that count: not those of the opening book, nor where one move was legal. */
  moves: number;
  /** The share of them that are the engine's first choice, 0 to 1; null without a move that counts. */
  agreement: number | null;
  /** The mean lost win rate for a move, 0 to 1. */
  loss: number | null;
  /** The mean time for a move. */
  mean_ms: number | null;
  /** The standard deviation of the times; null for less than two moves. */
  deviation_ms: number | null;
  /** The deviation as a multiple of the mean. */
  variation: number | null;
}

/** The figures of a player in the game, and in other rated games at the same variant and speed. */
export interface PlayerFigures {
  color: Color;
  player: Player;
  /** Before the game; null if it was not rated. */
  rating: number | null;
  game: Figures;
  /** The figures of the games that are done so far. */
  others: Figures;
  /** How many other games are looked at; 0: there are none. */
  others_planned: number;
}

/** The state of a job that reviews a game, and others of its players, for a moderator. */
export interface FiguresJob {
  id: string;
  game: string;
  state: "waiting" | "working" | "done";
  stopped: boolean;
  ms: number;
  error: Text | null;
  /** How many positions are evaluated, of about `total`. */
  done: number;
  total: number;
  /** Empty before the game is done. */
  engine: string;
  /** For each position. */
  nodes: number;
  /** Whether the whole game has been looked at. */
  complete: boolean;
  /** Black and White; empty before the game is done. */
  players: PlayerFigures[];
}

/** The state of a job for a moderator, sent to the pages that subscribed to it. */
export interface FiguresMessage {
  type: "figures";
  job: FiguresJob;
}

/** The body of a call that does something in a game. */
export interface BotCommand {
  /**
   * The last event of the game that the program knows: the call is `stale` if the game has a later move.
   * Null: whatever the position is.
   */
  event?: number | null;
}

/** The body of POST /api/bot/games/{id}/move. */
export interface BotMove {
  /**
   * The last event of the game that the program knows: the call is `stale` if the game has a later move.
   * Null: whatever the position is.
   */
  event?: number | null;
  usi: string;
}

/** The body of POST /api/bot/games/{id}/answer. */
export interface BotAnswer {
  /**
   * The last event of the game that the program knows: the call is `stale` if the game has a later move.
   * Null: whatever the position is.
   */
  event?: number | null;
  offer: OfferName;
  accept: boolean;
}

/** The body of POST /api/bot/games/{id}/say. */
export interface BotSay {
  /**
   * The last event of the game that the program knows: the call is `stale` if the game has a later move.
   * Null: whatever the position is.
   */
  event?: number | null;
  phrase: string;
}

/** The account of a token. */
export interface BotAccount {
  name: string;
  display_name: string;
  /** Whether the account is marked as one that a program plays; others cannot move by token. */
  bot: boolean;
  /** The name of the token. */
  token: string;
  scopes: ("read" | "challenge" | "play" | "engine")[];
}

/** A game that the account plays. */
export interface BotGame {
  id: string;
  /** The account's colour. */
  color: Color | null;
  opponent: Player;
  variant: string;
  handicap: string;
}

/** Somebody challenges the account. */
export interface BotChallenge {
  type: "challenge";
  challenge: Challenge;
}

/** A challenge to the account, or one of its own, is not open any more. */
export interface BotChallengeGone {
  type: "challenge_gone";
  id: string;
  state: ChallengeState;
}

/** The account plays this game: a new one, or at the beginning of the stream a running one. */
export interface BotGameStart {
  type: "game_start";
  game: BotGame;
}

/** The game is over. */
export interface BotGameEnd {
  type: "game_end";
  id: string;
}

/** The call was executed; what it changed is in the database. */
export interface BotDone {
  /** The last event of the game. */
  event: number;
}

/** A challenge that was made, declined or withdrawn. */
export interface BotChallengeId {
  id: string;
}

/** An account in which a program plays. */
export interface OnlineBot {
  name: string;
  display: Text;
  /** Whether it listens for challenges now. */
  online: boolean;
}

/** The bots of this server, those that are here first. */
export interface OnlineBots {
  bots: OnlineBot[];
}

/** A program in the rating table. */
export interface RatedProgram {
  name: string;
  rating: number;
  /** With a probability of 95 % the true strength is within two deviations of the rating. */
  deviation: number;
  wins: number;
  losses: number;
  draws: number;
}

/** A program that waits for an opponent, who may be a person. */
export interface WaitingProgram {
  name: string;
  /** Null before its first rated game. */
  rating: number | null;
  /** The name under which it waits: `club-60-5`. */
  game: string;
  clock_text: Text;
  handicap: string;
  handicap_name: Text;
  /** The colour that the program wants; null: any. */
  color: Color | null;
}

/** The body of POST /api/programs/{name}/play. */
export interface PlayProgram {
  /** One's own colour; null: any. */
  color?: Color | null;
}

/** A game of two programs. */
export interface ProgramGame {
  /** The id of the game on this server. */
  id: string;
  /** Its id in CSA's protocol, and the name of its file. */
  csa_id: string;
  /** The name under which the programs met: `club-60-5`. */
  game: string;
  black: string;
  white: string;
  started: string;
  plies: number;
  winner: Color | null;
  /** None while it is played. */
  result: Result | null;
}

/** A day with games. */
export interface ProgramDay {
  /** `2026-11-27`, in the server's time zone. */
  day: string;
  games: number;
}

/** The programs and their games. */
export interface Programs {
  /** Whether the server has a CSA port. */
  open: boolean;
  port: number | null;
  /** The programs with which a person can begin a game now. */
  waiting: WaitingProgram[];
  /** The rating table, the strongest first. */
  programs: RatedProgram[];
  running: ProgramGame[];
  /** Newest first. */
  days: ProgramDay[];
}

/** The games that began on one day, newest first. */
export interface ProgramGames {
  day: string;
  games: ProgramGame[];
}

/** The body of POST /api/coach: a game up to the position in which the user is to move. */
export interface CoachRequest {
  start_sfen?: string;
  moves: string[];
  /** The ids of the proverbs that are not to be said again. */
  said?: string[];
}

/** A hint of the coach to the player. */
export interface CoachHint {
  /**
   * Something is lost or will be; a good move follows the proverb; the opponent has gone against it; the
   * player has.
   */
  kind: "danger" | "move" | "chance" | "warning";
  /** Null for a danger, as the two below. */
  id: string | null;
  proverb: Text | null;
  about: Text | null;
  text: Text;
  squares: string[];
  arrows: Arrow[];
}

/** The answer to POST /api/coach: one hint at most. */
export interface CoachAnswer {
  hint: CoachHint | null;
}

/** The body of POST /api/names: a line of a record. */
export interface NamesRequest {
  start_sfen?: string;
  moves: string[];
}

/** An opening, a castle or another thing with a name. */
export interface Name {
  /** The first ply after which it stands. */
  ply: number;
  side: Color;
  kind: "opening" | "castle" | "attack" | "formation" | "tesuji";
  id: string;
  /** Whether it only says which rooks are static and which are ranging. */
  is_pairing: boolean;
  text: Text;
  /** The id of its entry in the glossary. */
  term: string | null;
  /** The ply at which a castle broke; null if it stands until the end. */
  until: number | null;
}

/** An arrow on the board, between two squares by their names. */
export interface Arrow {
  start: string;
  end: string;
}

/** A proverb that fits a move, with what shows it. */
export interface Proverb {
  ply: number;
  /** The side that has made the move. */
  side: Color;
  id: string;
  proverb: Text;
  /** The meaning of the proverb. */
  about: Text;
  /** The sentence about the evidence in the position. */
  text: Text;
  squares: string[];
  arrows: Arrow[];
}

/** The names in a line, in the order of play, and the plies at which its phases begin. */
export interface NamesAnswer {
  names: Name[];
  /** At most one a move; none for who plays against a person. */
  proverbs: Proverb[];
  middle_game: number | null;
  endgame: number | null;
}

/** A database that the page can show. */
export interface ExplorerDatabase {
  key: string;
  name: Text;
  games: number;
  /** Whether games can be chosen by player: the names of people who play here can change. */
  has_players: boolean;
}

/** The games that come with Komadai. */
export interface StarterOffer {
  /** The number of games of the program against itself. */
  games: number;
  /** The number of games of the reading room. */
  told: number;
  /** Positions that the program searched for each move. */
  nodes: number;
  /** About the size of the database. */
  bytes: number;
  /** Whether they are a database of this server. */
  added: boolean;
}

/** The databases, the server's own games first. */
export interface ExplorerDatabases {
  databases: ExplorerDatabase[];
  /** Whether who asks may add games to the databases of the server. */
  may_add: boolean;
  starter: StarterOffer;
  /** The largest file that can be added. */
  max_bytes: number;
}

/** The state of a job that adds games to a database. */
export interface ImportJob {
  id: string;
  /** The key of the database. */
  database: string;
  /** The name of the uploaded file; empty for the games that come with Komadai. */
  file: string;
  state: "waiting" | "working" | "done";
  stopped: boolean;
  error: Text | null;
  stage: Text | null;
  /** The number of games that are done in this stage. */
  done: number;
  /** The number of games of this stage; null if it is not known. */
  total: number | null;
  /** Games that were read. */
  games: number;
  /** Games that are stored. */
  added: number;
  /** Games that the database had already. */
  duplicates: number;
  /** Some of the files that could not be read. */
  unread: UnreadFile[];
}

/** The state of such a job, sent to the pages that subscribed to it. */
export interface ImportMessage {
  type: "import";
  job: ImportJob;
}

/** A position, and which games to count. */
export interface ExplorerRequest {
  database: string;
  sfen: string;
  /** The move before, for the text of moves (同). */
  previous?: string | null;
  player?: string;
  /** The id of an opening, as in `NamesAnswer`; empty: any. */
  opening?: string;
  castle?: string;
  /** A year, month or day: `2024`, `2024-05`, `2024-05-31`. */
  date_from?: string;
  date_to?: string;
}

/** A move that games played. Games without a result count only in `games`. */
export interface ExplorerMove {
  text: MoveText;
  games: number;
  black: number;
  white: number;
  draws: number;
  /**
   * The mean year, the mean rating of those who played it, and their performance, over a sample of the
   * games; null if unknown.
   */
  year: number | null;
  rating: number | null;
  performance: number | null;
  /** The score in Komadai's opening book in centipawns, for Black; null if it does not have the move. */
  score: number | null;
}

/** A game that reached the position. */
export interface ExplorerGame {
  id: number;
  /** The id of a game that was played here. */
  game: string | null;
  black: Text;
  white: Text;
  date: string | null;
  result: ExplorerResult | null;
  plies: number;
  /** The number of moves before the position. */
  ply: number;
}

/** How games went on from a position. */
export interface ExplorerAnswer {
  games: number;
  /** The most frequent first. */
  moves: ExplorerMove[];
  /** The first of the games. */
  found: ExplorerGame[];
  /** Positions after more moves than this are not in the database. */
  plies: number;
}

/** An opening or a castle by which games can be chosen. */
export interface NameChoice {
  id: string;
  name: Text;
  games: number;
}

/** The openings and castles of a database, the most frequent first. */
export interface NamesAnswer {
  openings: NameChoice[];
  castles: NameChoice[];
  /** False: not all games are recognized yet, so games cannot be chosen by them. */
  complete: boolean;
}

/** The body of POST /api/explorer/like: a game, by its start and its moves. */
export interface LikeRequest {
  start_sfen?: string;
  moves: string[];
  database: string;
}

/** A game like another one. All shares are 0 to 1; see docs/how-to/study.md. */
export interface LikeGame {
  /** Its `ply` is the number of moves up to the last common position. */
  game: ExplorerGame;
  score: number;
  line: number;
  names: number;
  structure: number;
}

/** The likest games, the likest first. */
export interface LikeAnswer {
  games: LikeGame[];
}

/** The body of POST /api/explorer/pattern. */
export interface PatternRequest {
  database: string;
  /** A part of a position, as in a file for `komadai db query --pattern`. */
  pattern: string;
  player?: string;
  opening?: string;
  castle?: string;
  date_from?: string;
  date_to?: string;
}

/** The first games with a position that fits; `ply` is the number of moves before it. */
export interface PatternAnswer {
  games: ExplorerGame[];
  /** False: the time ended before all games were searched. */
  complete: boolean;
}

/** Games without a result count only in `games`. Of a player: wins, losses. */
export interface ResultCounts {
  games: number;
  black: number;
  white: number;
  draws: number;
}

export interface YearCounts {
  year: string;
  results: ResultCounts;
}

/**
 * An opening or a castle; wins and losses are those of the side that had it. A game in which both sides
 * had it counts once, and has no result here.
 */
export interface NameCounts {
  id: string;
  name: Text;
  results: ResultCounts;
  /** Both sides had it in most of the games; then wins and losses are Black's. */
  shared: boolean;
}

export interface LengthCount {
  /** The least number of moves. */
  first: number;
  games: number;
}

export interface EndingCount {
  name: Text;
  games: number;
}

export interface OpponentCounts {
  name: string;
  results: ResultCounts;
}

/** The games of a database, or of one player, in numbers. */
export interface StatisticsAnswer {
  database: Text;
  player: Text | null;
  /** The account of a player of the games played here. */
  account: string | null;
  results: ResultCounts;
  years: YearCounts[];
  lengths: LengthCount[];
  length_step: number;
  mean_plies: number;
  endings: EndingCount[];
  openings: NameCounts[];
  castles: NameCounts[];
  /** The games whose openings and castles are known. */
  named: number;
  performance: number | null;
  /** The ten most frequent ones of a player of an imported database. */
  opponents: OpponentCounts[];
}

/** A position that shows something, and moves played from it. */
export interface Example {
  sfen: string;
  marks: string[];
  arrows: string[];
  text: Text | null;
  moves: Move[];
}

/** An entry of the glossary. */
export interface Term {
  id: string;
  topic: TermTopic;
  en: string;
  romaji: string | null;
  ja: string;
  about: Text;
  /** Other words by which it is found. */
  also: string[];
  /** The ids of related entries. */
  see: string[];
  example: Example | null;
}

/** All entries, by topic. */
export interface Glossary {
  terms: Term[];
}

/** The name of an entry of the glossary, for a link to it. */
export interface TermLink {
  id: string;
  text: Text;
}

export interface TimelineEvent {
  year: Text;
  text: Text;
  sources: string[];
  /** The id of a famous game. */
  game: string | null;
  /** The name of a variant that can be played here. */
  variant: string | null;
}

/** A heading with a text: a house, a title, a difference to chess. */
export interface ReadingEntry {
  title: Text;
  text: Text;
  sources: string[];
}

/** A famous game in the list. */
export interface FamousGameLine {
  id: string;
  title: Text;
  year: string;
  text: Text;
  /** The last position; null if the documents print none. */
  sfen: string | null;
  plies: number;
}

export interface GameRemark {
  ply: number;
  text: Text;
}

export interface FamousGame {
  id: string;
  title: Text;
  year: string;
  text: Text;
  sources: string[];
  /** Whether the board was made for this room, because that of the game is not printed. */
  ours: boolean;
  example: Example | null;
  notes: GameRemark[];
  terms: TermLink[];
}

/** A figure of the documents for shogi and for chess. */
export interface ChessFigure {
  /** `branching`, `length`, `longest`, `draws` and `first_…` are also measured. */
  id: string;
  title: Text;
  shogi: Text;
  chess: Text;
  sources: string[];
}

export interface Book {
  title: string;
  author: string | null;
  publisher: string | null;
  year: string | null;
  about: Text | null;
}

/** A subject of the page about the world of shogi. */
export interface ReadingSection {
  id: string;
  title: Text;
  entries: ReadingEntry[];
}

export interface ReadingLink {
  name: Text;
  about: Text;
  /** The year up to which the document knows it. */
  as_of: Text;
  address: string | null;
  sources: string[];
}

/** Links of one kind, such as servers. */
export interface LinkGroup {
  id: string;
  title: Text;
  links: ReadingLink[];
}

/** Everything in the reading room but the glossary and the moves of games. */
export interface Reading {
  /** The documents, by the ids that entries name. */
  sources: Record<string, Text>;
  timeline: TimelineEvent[];
  houses: ReadingEntry[];
  titles: ReadingEntry[];
  games: FamousGameLine[];
  figures: ChessFigure[];
  differences: ReadingEntry[];
  books: Book[];
  world: ReadingSection[];
  links: LinkGroup[];
}

/** The body of POST /api/lessons/{id}/passed: a step that was completed. */
export interface PassedRequest {
  step: number;
  /** Whether it needed help or a second try. */
  missed?: boolean;
}

/** The body of POST /api/lessons/{id}/typed: the notation of a move. */
export interface TypedRequest {
  key: string;
  text: string;
}

/** The body of POST /api/lessons/repeated: a repetition of a step. */
export interface RepeatedRequest {
  lesson: string;
  key: string;
  right: boolean;
}

/** A lesson in the list, with the person's progress. */
export interface LessonLine {
  id: string;
  title: Text;
  /** What the pictures on pieces show of the piece that the title names. */
  picture: Text | null;
  steps: number;
  /** Steps completed. */
  reached: number;
  missed: number;
  done: boolean;
}

export interface LessonChapter {
  id: string;
  title: Text;
  about: Text;
  variant: string;
  lessons: LessonLine[];
}

/** The steps that are to be repeated. */
export interface Due {
  /** Steps due. */
  now: number;
  /** Milliseconds until the next step is due; null without one. */
  next_ms: number | null;
}

export interface Course {
  chapters: LessonChapter[];
  due: Due;
}

/** A step of a lesson. Fields that its kind does not have are null or empty. */
export interface Step {
  kind: StepKind;
  key: string;
  text: Text;
  sfen: string;
  turn: Color;
  /** The squares of kings in check. */
  check: string[];
  marks: string[];
  /** Each as two squares: `7g7f`. */
  arrows: string[];
  /** The goal of the move; null if a certain move is asked. */
  goal: Goal | null;
  legal: string[];
  /** The moves that are right; the first is shown as the solution. */
  right: string[];
  reply: string | null;
  hint: Text | null;
  praise: Text | null;
  /** By move: why it is wrong. */
  wrong: Record<string, Text>;
  options: Text[];
  /** The number of the right option, from 1. */
  answer: number | null;
  why: Text | null;
  /** The move whose notation is asked. */
  move: MoveText | null;
  level: number | null;
}

export interface Lesson {
  id: string;
  title: Text;
  /** As in LessonLine. */
  picture: Text | null;
  chapter: Text;
  variant: string;
  steps: Step[];
  reached: number;
  done: boolean;
  /** The id of the lesson after it. */
  next: string | null;
  /** The entries of the glossary that it teaches. */
  terms: TermLink[];
}

export interface LessonProgress {
  reached: number;
  missed: number;
  done: boolean;
}

/** The meaning of a typed notation. */
export interface Typed {
  right: boolean;
  /** The move it names; null if it is none. */
  read_as: MoveText | null;
  /** Why it is no move. */
  why: Text | null;
}

export interface RepetitionStep {
  lesson: string;
  title: Text;
  /** As in LessonLine. */
  picture: Text | null;
  variant: string;
  step: Step;
}

/** The steps that are due, at most twenty, the longest waiting first. */
export interface Repetition {
  steps: RepetitionStep[];
  due: Due;
}

/** The body of POST /api/lessons/classes. */
export interface ClassRequest {
  name: string;
}

/** The body of POST /api/lessons/classes/{id}/pupils. */
export interface PupilRequest {
  name: string;
}

/** How far a pupil is in a grade of the course of mate problems. */
export interface PupilGrade {
  kyu: number;
  solved: number;
}

/** A grade of the course of mate problems. */
export interface ClassGrade {
  kyu: number;
  plies: number;
  /** The number of problems to solve for this grade. */
  needed: number;
}

export interface Pupil {
  /** A number within the class. */
  id: string;
  name: string;
  /** The ids of the lessons completed. */
  done: string[];
  begun: string[];
  missed: number;
  /** Those in which the pupil has solved a problem of the course of mate problems, the first grade first. */
  grades: PupilGrade[];
  /** When the pupil last completed a step; null: never. */
  at_ms: number | null;
}

/** A class. Only its teacher sees the pupils. */
export interface Class {
  id: string;
  name: string;
  teacher: boolean;
  /** The viewer's name in the class; null for others. */
  joined_as: string | null;
  /** The columns of the course of mate problems, the first grade first. */
  grades: ClassGrade[];
  pupils: Pupil[];
}

export interface ClassLine {
  id: string;
  name: string;
  teacher: boolean;
}

/** The classes that the viewer teaches or attends. */
export interface ClassList {
  classes: ClassLine[];
}

/** The body of POST /api/studies/{id}/chapters: a chapter that begins with a record. */
export interface NewChapter {
  name: string;
  /** null: the start position. */
  record?: GameRecordInput | null;
}

/** The body of POST /api/studies. */
export interface NewStudy {
  name: string;
  visibility?: Visibility;
  writers?: Writers;
  /** The record of the first chapter; null: the start position. */
  record?: GameRecordInput | null;
  /** The name of the first chapter. */
  chapter?: string;
}

/** The body of POST /api/studies/{id}. */
export interface StudySettings {
  name: string;
  visibility: Visibility;
  writers: Writers;
}

/** The body of POST /api/studies/{id}/people. */
export interface StudyInvitation {
  /** The name of an account. */
  name: string;
  may_write?: boolean;
  /** False ends the invitation. */
  invited?: boolean;
}

/** The body of POST /api/studies/{id}/chapters/{chapter}. */
export interface ChapterSettings {
  name: string;
  /** The place among the chapters, from 1. */
  place: number;
}

/** Adds a legal move below a node. */
export interface AddMove {
  type: "add";
  node: number;
  usi: string;
}

/** Deletes a node and all nodes below it. */
export interface DeleteNode {
  type: "delete";
  node: number;
}

/** Places a node before one of its siblings. */
export interface PromoteNode {
  type: "promote";
  node: number;
  /** null: before all of them. */
  before?: number | null;
}

/** Replaces the comment of a node. */
export interface CommentNode {
  type: "comment";
  node: number;
  text: string;
}

/** Replaces the bookmark of a node and the marks on its board. */
export interface MarkNode {
  type: "mark";
  node: number;
  name?: string;
  /** Squares (`5e`) and arrows (`7g7f`). */
  shapes?: string[];
}

/** Undoes the person's own last operation that is not undone yet. */
export interface UndoLast {
  type: "undo";
}

/** Repeats the operation that the person has undone last. */
export interface RedoLast {
  type: "redo";
}

/** The body of POST /api/studies/{id}/chapters/{chapter}/look. */
export interface Look {
  node: number;
  /** Whether one follows another person from now on, who is at this node. */
  follows?: boolean;
}

/** The body of POST /api/studies/{id}/chapters/{chapter}/operations. */
export interface NewOperation {
  operation: TreeCommand;
}

/** The body of POST /api/studies/{id}/chapters/{chapter}/review. */
export interface KeepReview {
  /** The finished job whose review is kept. */
  job: string;
}

/** The operation is in the log. */
export interface OperationAnswer {
  number: number;
  /** The id of the node that it is about. */
  node: number;
}

/** The review that is kept with a chapter. */
export interface KeptReview {
  review: Review | null;
}

/** A study and one of its chapters. */
export interface NewStudyId {
  id: string;
  chapter: string;
}

/** A study in a list. */
export interface StudySummary {
  id: string;
  name: string;
  owner: PersonName;
  mine: boolean;
  visibility: Visibility;
  chapters: number;
  /** How many people have a chapter of it open now. */
  here: number;
  changed_ms: number;
  /** The id of the game that is gone over. */
  game: string | null;
}

/** Studies, the last changed first. */
export interface StudyList {
  studies: StudySummary[];
  /** The cursor of the next page, for `before`. */
  next: string | null;
}

/** A chapter in the list of a study. */
export interface ChapterSummary {
  id: string;
  name: string;
}

/** Someone who was invited. */
export interface InvitedPerson {
  person: PersonName;
  may_write: boolean;
}

/** A study, as the viewer sees it. */
export interface Study {
  id: string;
  name: string;
  owner: PersonName;
  /** Whether the viewer owns it, and so may change its settings, people and chapters. */
  mine: boolean;
  can_write: boolean;
  visibility: Visibility;
  writers: Writers;
  chapters: ChapterSummary[];
  people: InvitedPerson[];
  /** The id of the game that is gone over. */
  game: string | null;
}

/** A node of a shared tree. `parent` is the id of a node. */
export interface ChapterNode {
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
  id: number;
  children: number[];
  shapes: string[];
  /** The key of the person who has added the move; null for moves of the record. */
  by: number | null;
}

/** Someone who has written in the chapter, or may write and is here. */
export interface ChapterPerson {
  key: number;
  name: Text;
  /** The name of the account, for its address. */
  account: string | null;
  /** The side that the person had in the game that is gone over. */
  color: Color | null;
  you: boolean;
  here: boolean;
  /** Whether the player has declined to go over the game. */
  declined: boolean;
}

/** A chapter, as the viewer sees it. */
export interface Chapter {
  id: string;
  study: string;
  name: string;
  /** Whether the moves of the record stay: those of a game that was played. */
  fixed: boolean;
  variant: string;
  headers: Header[];
  start_sfen: string;
  handicap: string | null;
  /** The number that the next operation gets. */
  count: number;
  /** Depth first. */
  nodes: ChapterNode[];
  can_write: boolean;
  can_undo: boolean;
  can_redo: boolean;
  people: ChapterPerson[];
  /** The number of pages of others. */
  readers: number;
}

/** A chapter as pages of other sites show it. */
export interface EmbeddedChapter {
  id: string;
  variant: string;
  headers: Header[];
  start_sfen: string;
  handicap: string | null;
  /** Depth first. */
  nodes: ChapterNode[];
}

/** A study as pages of other sites show it: nothing in it depends on who looks. */
export interface EmbeddedStudy {
  id: string;
  name: string;
  /** The id of the game that is gone over. */
  game: string | null;
  chapters: ChapterSummary[];
  /** The one that was asked for. */
  chapter: EmbeddedChapter;
}

/** The whole chapter. */
export interface ChapterMessage {
  type: "chapter";
  chapter: Chapter;
}

/** The changes that operations have made. */
export interface ChapterUpdate {
  type: "chapter_update";
  chapter: string;
  count: number;
  /** The nodes that are new or have changed. */
  nodes: ChapterNode[];
  /** The ids of the nodes that are not in the tree any more. */
  gone: number[];
  can_undo: boolean;
  can_redo: boolean;
}

/** The people who are here, sent again at every change. */
export interface ChapterPeople {
  type: "chapter_people";
  chapter: string;
  people: ChapterPerson[];
  readers: number;
}

/** Another person has gone to this node. It is not stored. */
export interface ChapterLook {
  type: "chapter_look";
  chapter: string;
  node: number;
  /** The key of the person. */
  by: number;
  /** Whether the person follows another one from now on, who is at this node. */
  follows: boolean;
}

/** Another person has had the chapter reviewed: the review that is kept with it is a new one. */
export interface ChapterReviewed {
  type: "chapter_reviewed";
  chapter: string;
}

/** The study of the chapter, after a change of its settings, people or chapters. */
export interface StudyMessage {
  type: "study";
  study: Study;
}

/** The chapter was deleted, or the viewer may not read it any more. */
export interface ChapterGone {
  type: "chapter_gone";
  chapter: string;
}

/** A chapter of a study, and who is here. */
export interface ChapterTopic {
  type: "chapter";
  id: string;
  /**
   * The number that the next operation had when the page got the chapter; it is sent again only if it has
   * changed since.
   */
  after?: number | null;
}

/** The body of POST /api/account/email. */
export interface MailAddressRequest {
  /** Empty: removes the address. */
  address: string;
  /** The account's. */
  password: string;
}

/** The body of POST /api/account/notices. */
export interface MailNoticesRequest {
  on: boolean;
}

/** The body of POST /api/mail/confirm and /api/mail/unsubscribe. */
export interface LinkRequest {
  token: string;
}

/** The body of POST /api/mail/forgotten. */
export interface ForgottenRequest {
  /** The name of the account, or its address. */
  name: string;
}

/** The body of POST /api/mail/reset. */
export interface ResetRequest {
  token: string;
  /** The new one. */
  password: string;
}

/** The e-mail address of an account, as its owner sees it. */
export interface MailAddress {
  /** Whether this server sends mail. */
  available: boolean;
  /** The confirmed address. */
  address: string | null;
  /** One that waits for its link to be opened. */
  pending: string | null;
  /** Whether mails about correspondence games are sent. */
  notices: boolean;
}

/** The answer to GET /api/mail. */
export interface MailAvailable {
  available: boolean;
}

/** The answer to a link: that it was done. */
export interface MailDone {
  /** The account whose password was chosen. */
  name: string;
}

/** A few letters in the corner of a square, for the value of the move that ends there. */
export interface Badge {
  text: string;
  /** The same in words, for screen readers. */
  words: string;
  tone: "good" | "even" | "bad";
}

// Whether a key belongs to an input method that is composing text (Japanese, Chinese, …).

const PROCESSED_BY_INPUT_METHOD = 229;

type Key = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode">;

/**
 * Whether this Enter only confirms what the input method proposes. Safari ends the composition before it reports the
 * key, which then has the code 229 only.
 */
export const confirmsComposition = (event: Key): boolean =>
  event.key === "Enter" && (event.isComposing || event.keyCode === PROCESSED_BY_INPUT_METHOD);

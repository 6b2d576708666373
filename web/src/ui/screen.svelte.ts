// Whether the screen is a phone's.

const narrow = matchMedia("(max-width: 45rem) and (orientation: portrait)");
let phone = $state(narrow.matches);
narrow.addEventListener("change", (event) => (phone = event.matches));

/** A phone held upright: the stands are strips and lists are sheets. */
export const isPhone = (): boolean => phone;

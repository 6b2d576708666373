// Whether there is a newer version of this page than the one that is loaded.

let known = $state(false);

/** Whether the server speaks another version of the socket's messages, or the browser keeps newer files. */
export const outdated = (): boolean => known;

export function setOutdated(): void {
  known = true;
}

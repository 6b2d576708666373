// Whether the server has been updated since this page was loaded.

let known = $state(false);

/** Whether the server speaks another version of the socket's messages than this page. */
export const outdated = (): boolean => known;

export function setOutdated(): void {
  known = true;
}

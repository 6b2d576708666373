// The HTML with which another site shows a study in a frame.

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (each) => `&#${String(each.charCodeAt(0))};`);

/** `origin` is the address of this server, `title` what screen readers say of the frame. */
export function embedCode(origin: string, study: string, chapter: string, title: string): string {
  const address = `${origin}/study/${encodeURIComponent(study)}/embed/${encodeURIComponent(chapter)}`;
  return (
    `<iframe src="${address}" title="${escaped(title)}" width="100%" height="600" ` +
    `style="border: 0" loading="lazy"></iframe>`
  );
}

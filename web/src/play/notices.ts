// Notices of the browser, which appear beside its window while another page is looked at.

import turnIcon from "./icon-turn.svg?no-inline";

/** Whether this browser can show notices at all. */
export const canNotify = (): boolean => "Notification" in window;

/** Asks the user, unless they were asked before, whether this page may show notices. */
export async function askForNotices(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Shows a notice in place of an earlier one of the same `tag`; null if the browser does not allow it. */
export function notify(title: string, body: string, tag: string): Notification | null {
  if (!canNotify() || Notification.permission !== "granted") return null;
  try {
    const notice = new Notification(title, { body, tag, icon: turnIcon });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
    return notice;
  } catch {
    return null; // browsers of phones show notices of installed pages only
  }
}

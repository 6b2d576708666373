// What stands over the page until it is closed.

/** Opens a dialog. The focus returns to what opened it. */
export function modal(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  dialog.showModal();
  return () => {
    dialog.close();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
}

// The name of an account beside the name by which it is shown, which others may have, too.

/** The account's name, if what is shown does not say it; null: it does, or there is no account. */
export const nameBeside = (account: string | null, shown: string): string | null =>
  account === null || account.toLowerCase() === shown.toLowerCase() ? null : `@${account}`;

/** Both names as one text. */
export const fullName = (account: string | null, shown: string): string =>
  [shown, nameBeside(account, shown)].filter((each) => each !== null).join(" ");

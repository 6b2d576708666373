// The texts of passkeys. They are loaded with the pages that need them.

import { inLanguages } from "../i18n";

const en = {
  title: "Passkeys",
  lead: "With a passkey you log in by your fingerprint, face or PIN, on this device or with a phone or a security key, without name and password.",
  none: "You have no passkey yet.",
  notHere: "Passkeys are added and used at a host name with https, in a browser that has them.",
  never: "never used",
  used: (when: string): string => `last used ${when}`,
  added: (when: string): string => `added ${when}`,
  at: (host: string): string => `for ${host}`,
  name: "Name of the new passkey (optional)",
  nameHelp: "Such as “my phone”, to tell them apart.",
  password: "Your password",
  passwordHelp: "To add or remove a passkey.",
  add: "Add a passkey",
  addedNow: "The passkey is added.",
  remove: "Remove",
  removeOf: (name: string): string => `Remove the passkey ${name}`,
  removed: "The passkey is removed here. You can delete it on your device, too.",
  known: "This device already has a passkey of your account.",
  cancelled: "No passkey was chosen.",
  logIn: "Log in with a passkey",
  wait: "Waiting for your device…",
};

const ja: typeof en = {
  title: "パスキー",
  lead: "パスキーがあれば、この端末やスマートフォン、セキュリティキーの指紋・顔・PINで、名前とパスワードなしにログインできます。",
  none: "パスキーはまだありません。",
  notHere: "パスキーの追加と利用は、httpsのホスト名で、対応するブラウザから行えます。",
  never: "未使用",
  used: (when) => `最終利用 ${when}`,
  added: (when) => `登録 ${when}`,
  at: (host) => `${host} 用`,
  name: "新しいパスキーの名前（省略可）",
  nameHelp: "「自分のスマホ」など、区別するための名前です。",
  password: "現在のパスワード",
  passwordHelp: "パスキーの追加と削除に必要です。",
  add: "パスキーを追加",
  addedNow: "パスキーを追加しました。",
  remove: "削除",
  removeOf: (name) => `パスキー「${name}」を削除`,
  removed: "パスキーを削除しました。端末に残っているパスキーも削除できます。",
  known: "この端末には、このアカウントのパスキーがすでにあります。",
  cancelled: "パスキーは選ばれませんでした。",
  logIn: "パスキーでログイン",
  wait: "端末の応答を待っています…",
};

export const passkeyTexts = inLanguages({ en, ja });

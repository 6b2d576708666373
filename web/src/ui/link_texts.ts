// The texts of a link that is sent to somebody.

import { inLanguages } from "../i18n";

const en = {
  copy: "Copy link",
  copied: "Link copied.",
  share: "Share",
  qr: "QR code of the link",
  unreachable: "This link opens only on this computer. Whoever runs the server can open it to other devices.",
};

const ja: typeof en = {
  copy: "リンクをコピー",
  copied: "コピーしました。",
  share: "共有",
  qr: "リンクのQRコード",
  unreachable:
    "このリンクはこのコンピュータでしか開けません。ほかの機器から使えるようにするには、サーバーの管理者にお尋ねください。",
};

export const linkWords = inLanguages({ en, ja });

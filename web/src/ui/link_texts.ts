// The texts of a link that is sent to somebody.

import { inLanguages } from "../i18n";

const en = {
  copy: "Copy link",
  copied: "Link copied.",
  share: "Share",
  qr: "QR code of the link",
  unreachable:
    "This server answers only this computer. To play with other devices in your network, start it with --host 0.0.0.0.",
};

const ja: typeof en = {
  copy: "リンクをコピー",
  copied: "コピーしました。",
  share: "共有",
  qr: "リンクのQRコード",
  unreachable:
    "このサーバーはこのコンピュータからしか使えません。同じネットワークのほかの機器と対局するには --host 0.0.0.0 を付けて起動してください。",
};

export const linkWords = inLanguages({ en, ja });

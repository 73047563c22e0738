import type { Language } from "@fc/contract/languages";
import {
  oneLine,
  severalLines,
  webAddress,
  type MailAudience,
  type MailBlock,
  type MailContent,
} from "./content.ts";

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** What a mail gets only when it leaves. */
interface Additions {
  /** Where there is a link to unsubscribe. */
  unsubscribeUrl?: string | undefined;
  /** Which its member chose, so that the mail is known to be ours. */
  phrase?: string | undefined;
}

export function renderMail(content: MailContent, { unsubscribeUrl, phrase }: Additions = {}): RenderedMail {
  const { language = "en" } = content;
  const frame = frames[language];
  return {
    subject: oneLine(content.subject),
    html: htmlOf(content, { language, frame, unsubscribeUrl, phrase }),
    text: textOf(content, { frame, unsubscribeUrl, phrase }),
  };
}

/** What every mail says, in each language. */
const frames = {
  en: {
    codeLabel: "Your FC Portal code is",
    phrase: "Your phrase",
    footer: {
      member:
        "You get this message because of something that happened on your FC Portal account. Nobody reads replies to it.",
      operator: "You get this message as an operator of FC Portal. Nobody reads replies to it.",
      stranger:
        "You get this message because somebody entered this e-mail address on FC Portal. Nobody reads replies to it.",
      news: "You get this message because you are a member of FC Portal. Nobody reads replies to it.",
      service:
        "You get this message because it concerns members of FC Portal, also those who get no news. Nobody reads replies to it.",
      subscriber:
        "You get this message because you subscribed to the daily seal of FC Portal. Nobody reads replies to it.",
    },
    unsubscribe: "Unsubscribe from news",
    unsubscribeAnchors: "Unsubscribe from the daily seal",
    neverShare: "FC Portal never asks for a code or a password by phone or by chat.",
  },
  hi: {
    codeLabel: "आपका FC Portal कोड यह है:",
    phrase: "आपका पहचान वाक्य",
    footer: {
      member: "यह संदेश आपको आपके FC Portal खाते में हुई किसी गतिविधि के कारण मिला है। इसके जवाब कोई नहीं पढ़ता।",
      operator: "यह संदेश आपको FC Portal के ऑपरेटर के रूप में मिला है। इसके जवाब कोई नहीं पढ़ता।",
      stranger: "यह संदेश आपको इसलिए मिला है कि किसी ने FC Portal पर यह ई-मेल पता डाला है। इसके जवाब कोई नहीं पढ़ता।",
      news: "यह संदेश आपको इसलिए मिला है कि आप FC Portal के सदस्य हैं। इसके जवाब कोई नहीं पढ़ता।",
      service:
        "यह संदेश आपको इसलिए मिला है कि यह FC Portal के सदस्यों से जुड़ा है, उनसे भी जिन्हें समाचार नहीं मिलते। इसके जवाब कोई नहीं पढ़ता।",
      subscriber: "यह संदेश आपको इसलिए मिला है कि आपने FC Portal की दैनिक मुहर मेल से माँगी है। इसके जवाब कोई नहीं पढ़ता।",
    },
    unsubscribe: "समाचार बंद करें",
    unsubscribeAnchors: "दैनिक मुहर का मेल बंद करें",
    neverShare: "FC Portal फ़ोन या चैट पर कभी कोड या पासवर्ड नहीं माँगता।",
  },
} as const satisfies Record<Language, { footer: Record<MailAudience, string>; [other: string]: unknown }>;

type Frame = (typeof frames)[Language];

/** Why its reader gets it. */
function footerOf({ audience = "member" }: MailContent, frame: Frame): string {
  return frame.footer[audience];
}

function unsubscribeWords({ audience }: MailContent, frame: Frame): string {
  return audience === "subscriber" ? frame.unsubscribeAnchors : frame.unsubscribe;
}

// ---- plain text

function textOf(
  content: MailContent,
  { frame, unsubscribeUrl, phrase }: Omit<Surroundings, "language">,
): string {
  const unsubscribe =
    unsubscribeUrl === undefined
      ? ""
      : `\n${unsubscribeWords(content, frame)}:\n${webAddress(unsubscribeUrl)}`;
  const parts = [
    ...(phrase === undefined ? [] : [`${frame.phrase}: ${oneLine(phrase)}`]),
    oneLine(content.heading),
    ...content.blocks.map((block) => blockText(block, frame)),
    `--\nFC Portal\n${footerOf(content, frame)}\n${frame.neverShare}${unsubscribe}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function blockText(block: MailBlock, frame: Frame): string {
  switch (block.kind) {
    case "paragraph":
      return severalLines(block.text);
    case "code": {
      const hint = block.hint === undefined ? [] : [oneLine(block.hint)];
      // The code ends its line, without a full stop that could be copied with it.
      return [`${codeLabel(block, frame)} ${oneLine(block.code)}`, ...hint].join("\n");
    }
    case "facts":
      return block.rows.map(({ label, value }) => `${oneLine(label)}: ${oneLine(value)}`).join("\n");
    case "button":
      return `${oneLine(block.label)}:\n${webAddress(block.url)}`;
    case "note":
      return [...(block.title === undefined ? [] : [oneLine(block.title)]), severalLines(block.text)].join(
        "\n",
      );
  }
}

function codeLabel(block: { label?: string }, frame: Frame): string {
  return oneLine(block.label ?? frame.codeLabel);
}

// ---- HTML: tables and inline styles, since that is what mail apps agree on. The classes only serve dark mode.

const font =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif;";
const mono = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Roboto Mono',monospace;";
const table = `role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"`;
const breakable = "overflow-wrap:anywhere;word-break:break-word;";

const darkMode = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #110d1a !important; }
  .card { background-color: #1c1628 !important; border-color: #322a45 !important; }
  .ink { color: #f4f1fa !important; }
  .soft { color: #b4abc7 !important; }
  .line { border-color: #322a45 !important; }
  .code { background-color: #2a2040 !important; border-color: #4a3a72 !important; }
  .digits { color: #d6c7ff !important; }
  .note { background-color: #262032 !important; border-color: #8b6be0 !important; }
  .button { background-color: #6d3bd1 !important; border-color: #6d3bd1 !important; }
  .mark { background-color: #6d3bd1 !important; }
}
@media (max-width: 480px) {
  .outer { padding: 20px 12px 28px !important; }
  .inner { padding: 26px 20px 24px !important; }
  .heading { font-size: 22px !important; line-height: 29px !important; }
  .large { font-size: 32px !important; }
}`;

interface Surroundings {
  language: Language;
  frame: Frame;
  unsubscribeUrl: string | undefined;
  phrase: string | undefined;
}

function htmlOf(content: MailContent, { language, frame, unsubscribeUrl, phrase }: Surroundings): string {
  const unsubscribe =
    unsubscribeUrl === undefined
      ? ""
      : `<br><a class="soft" href="${escape(webAddress(unsubscribeUrl))}" style="color:#6a6379;text-decoration:underline;">${unsubscribeWords(content, frame)}</a>`;
  const heading = escape(oneLine(content.heading));
  const known =
    phrase === undefined
      ? ""
      : `<p class="soft" style="margin:0 0 16px;color:#6a6379;${font}font-size:14px;line-height:21px;${breakable}">${frame.phrase}: <strong class="ink" style="color:#1d1530;">${escape(oneLine(phrase))}</strong></p>\n`;
  const preheader = escape(oneLine(content.preheader ?? firstParagraph(content) ?? content.heading));
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escape(oneLine(content.subject))}</title>
<style>${darkMode}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f4f3f7;-webkit-text-size-adjust:100%;text-size-adjust:100%;">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:transparent;" aria-hidden="true">${preheader}${"&#847;&zwnj;&nbsp;".repeat(60)}</div>
<table ${table} class="page" style="background-color:#f4f3f7;">
<tr><td class="outer" align="center" style="padding:36px 16px 44px;">
<table ${table} style="max-width:600px;">
<tr><td style="padding:0 4px 18px;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="mark" align="center" width="34" height="34" style="width:34px;height:34px;border-radius:10px;background-color:#4c1d95;color:#ffffff;${font}font-size:14px;font-weight:800;line-height:34px;letter-spacing:0.3px;" aria-hidden="true">FC</td>
<td class="ink" style="padding-left:11px;color:#1d1530;${font}font-size:17px;font-weight:700;line-height:34px;">FC Portal</td>
</tr></table>
</td></tr>
<tr><td class="card inner" style="padding:36px 40px 32px;background-color:#ffffff;border:1px solid #e4e1ec;border-radius:16px;">
${known}<h1 class="ink heading" style="margin:0 0 14px;color:#1d1530;${font}font-size:25px;font-weight:700;line-height:33px;letter-spacing:-0.2px;${breakable}">${heading}</h1>
${content.blocks.map((block) => blockHtml(block, frame)).join("\n")}
</td></tr>
<tr><td class="soft" style="padding:20px 8px 0;color:#6a6379;${font}font-size:13px;line-height:20px;">
${footerOf(content, frame)}<br>${frame.neverShare}${unsubscribe}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function blockHtml(block: MailBlock, frame: Frame): string {
  switch (block.kind) {
    case "paragraph":
      return `<p class="ink" style="margin:0 0 18px;color:#352d47;${font}font-size:16px;line-height:25px;${breakable}">${lines(block.text)}</p>`;
    case "code":
      return codeHtml(block, frame);
    case "facts":
      return factsHtml(block.rows);
    case "button":
      return buttonHtml(block);
    case "note":
      return noteHtml(block);
  }
}

/**
 * Label and code are one paragraph, so a screen reader reads one sentence. The gaps between digits are styling, so
 * they are not copied; a negative margin removes the last one to keep the code centred.
 */
function codeHtml(block: Extract<MailBlock, { kind: "code" }>, frame: Frame): string {
  const code = oneLine(block.code);
  // Digits that people type are large and spaced; a longer secret is copied and must fit a phone's width.
  const [size, gapPx, sizePx] = code.length <= 8 ? ["digits large", 9, 38] : ["digits", 1, 22];
  const hint =
    block.hint === undefined
      ? ""
      : `<p class="soft" style="margin:8px 0 0;color:#6a6379;${font}font-size:14px;line-height:21px;">${escape(oneLine(block.hint))}</p>`;
  return `<table ${table} style="margin:0 0 22px;border-collapse:separate;"><tr><td class="code" align="center" style="padding:20px 12px 18px;background-color:#f5f1fd;border:1px solid #ddd0f7;border-radius:12px;text-align:center;">
<p class="soft" style="margin:0;color:#6a6379;${font}font-size:14px;line-height:21px;">${escape(codeLabel(block, frame))} <strong class="${size}" style="display:block;margin:6px -${gapPx}px 0 0;color:#4c1d95;${mono}font-size:${sizePx}px;font-weight:700;line-height:${sizePx + 8}px;letter-spacing:${gapPx}px;speak-as:digits;user-select:all;-webkit-user-select:all;${breakable}">${escape(code)}</strong></p>
${hint}
</td></tr></table>`;
}

function factsHtml(rows: { label: string; value: string }[]): string {
  const cells = rows.map(({ label, value }, index) => {
    const edge = `padding:11px 0;border-top:${index === 0 ? "0" : "1px"} solid #ebe8f1;vertical-align:top;${font}font-size:15px;line-height:22px;text-align:left;`;
    return `<tr><th scope="row" class="soft line" width="28%" style="width:28%;${edge}padding-right:14px;color:#6a6379;font-weight:400;">${escape(oneLine(label))}</th><td class="ink line" style="${edge}color:#1d1530;font-weight:600;${breakable}">${escape(oneLine(value))}</td></tr>`;
  });
  // A data table, unlike the others, which are only layout.
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" class="line" style="margin:0 0 22px;border-collapse:collapse;border-top:1px solid #ebe8f1;border-bottom:1px solid #ebe8f1;">
${cells.join("\n")}
</table>`;
}

function buttonHtml(block: Extract<MailBlock, { kind: "button" }>): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px;border-collapse:separate;"><tr><td class="button" align="center" style="border-radius:10px;background-color:#4c1d95;">
<a class="button" href="${escape(webAddress(block.url))}" style="display:inline-block;padding:13px 26px;border-radius:10px;background-color:#4c1d95;color:#ffffff;${font}font-size:16px;font-weight:600;line-height:22px;text-decoration:none;">${escape(oneLine(block.label))}</a>
</td></tr></table>`;
}

function noteHtml(block: Extract<MailBlock, { kind: "note" }>): string {
  const title =
    block.title === undefined
      ? ""
      : `<strong class="ink" style="color:#1d1530;">${escape(oneLine(block.title))}</strong><br>`;
  return `<table ${table} style="margin:0 0 8px;border-collapse:separate;"><tr><td class="note soft" style="padding:13px 16px;background-color:#f7f6fa;border-left:3px solid #4c1d95;border-radius:4px 10px 10px 4px;color:#544c66;${font}font-size:14px;line-height:22px;${breakable}">${title}${lines(block.text)}</td></tr></table>`;
}

function firstParagraph(content: MailContent): string | undefined {
  return content.blocks.find((block) => block.kind === "paragraph")?.text;
}

function lines(text: string): string {
  return escape(severalLines(text)).replaceAll("\n", "<br>");
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => entities[character] ?? "");
}

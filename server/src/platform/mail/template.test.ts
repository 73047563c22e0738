import { expect, test } from "vitest";
import type { MailContent } from "./content.ts";
import { renderMail } from "./template.ts";

function mail(content: Partial<MailContent>) {
  return renderMail({ subject: "Subject", heading: "Heading", blocks: [], ...content });
}

const hostile = `<img src=x onerror="alert('1')">&amp;`;

test("whatever a user typed arrives as text in every place of the HTML", () => {
  const { html } = mail({
    subject: hostile,
    preheader: hostile,
    heading: hostile,
    blocks: [
      { kind: "paragraph", text: hostile },
      { kind: "code", label: hostile, code: hostile, hint: hostile },
      { kind: "facts", rows: [{ label: hostile, value: hostile }] },
      { kind: "button", label: hostile, url: `https://fc.example/?q="><script>` },
      { kind: "note", title: hostile, text: hostile },
    ],
  });
  expect(html).not.toMatch(/<img|<script|onerror="/);
  const escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;";
  const places = 12;
  expect(html.split(escaped)).toHaveLength(places + 1);
});

test("the plain text says what was typed, unescaped", () => {
  expect(mail({ blocks: [{ kind: "paragraph", text: "Fish & <chips>" }] }).text).toContain("Fish & <chips>");
});

test("a subject is one line, so that it cannot add a header", () => {
  expect(mail({ subject: "Hello\r\nBcc: everyone@fc.example\u2028x" }).subject).toBe(
    "Hello Bcc: everyone@fc.example x",
  );
});

test("a value cannot pass for another row, nor turn the reading direction", () => {
  const rows = [{ label: "Name", value: "Asha\nAmount: 1 FC\u202e" }];
  expect(mail({ blocks: [{ kind: "facts", rows }] }).text).toContain("\nName: Asha Amount: 1 FC\n");
});

test("the code is a sentence of its own in the text, and undivided in the HTML", () => {
  const { text, html } = mail({ blocks: [{ kind: "code", code: "123456", hint: "For 10 minutes." }] });
  expect(text.split("\n")).toContain("Your FC Portal code is 123456");
  expect(html).toMatch(/Your FC Portal code is <strong[^>]*>123456<\/strong>/);
});

test("a temporary password has a sentence of its own", () => {
  const block = { kind: "code", label: "Your temporary password is", code: "mango-river-4821" } as const;
  expect(mail({ blocks: [block] }).text.split("\n")).toContain("Your temporary password is mango-river-4821");
});

test("a button leads to the web and nowhere else", () => {
  const button = (url: string) => mail({ blocks: [{ kind: "button", label: "Open", url }] });
  expect(button("https://fc.example/login?a=1&b=2").html).toContain(
    'href="https://fc.example/login?a=1&amp;b=2"',
  );
  expect(button("https://fc.example/login").text).toContain("Open:\nhttps://fc.example/login");
  expect(() => button("javascript:alert(1)")).toThrow("web address");
  expect(() => button("/login")).toThrow();
});

test("line breaks of a paragraph survive in both forms", () => {
  const { text, html } = mail({ blocks: [{ kind: "paragraph", text: "one\r\ntwo\nthree" }] });
  expect(text).toContain("one\ntwo\nthree");
  expect(html).toContain("one<br>two<br>three");
});

test("the footer says to each reader why they get it, in the mail's language", () => {
  const footer = (content: Partial<MailContent>) => mail(content).text.split("--\n")[1];
  expect(footer({})).toContain("on your FC Portal account");
  expect(footer({ audience: "operator" })).toContain("as an operator of FC Portal");
  expect(footer({ audience: "stranger" })).toContain("somebody entered this e-mail address");
  expect(footer({ audience: "stranger", language: "hi" })).toContain("यह ई-मेल पता डाला है");
  for (const audience of ["operator", "stranger"] as const) {
    for (const words of Object.values(mail({ audience })))
      expect(words).not.toContain("your FC Portal account");
  }
});

test("a mail fetches nothing", () => {
  const { html } = mail({ blocks: [{ kind: "paragraph", text: "Hello" }] });
  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=/i);
});

test("the line beside the subject is the first paragraph where none is given", () => {
  const { html } = mail({ blocks: [{ kind: "paragraph", text: "First things first." }] });
  expect(html.indexOf("First things first.")).toBeLessThan(html.indexOf("<h1"));
});

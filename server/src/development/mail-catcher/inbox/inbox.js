// @ts-check
// Requests the list every two seconds and changes only the rows that differ, so that nothing flashes and nothing
// loses its focus.
const pollMs = 2000;
/** @typedef {import("../store.ts").CaughtMail} CaughtMail */

/**
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 */
function elementOf(id, kind) {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${id}`);
}

/** @param {string} id */
const element = (id) => elementOf(id, HTMLElement);

const list = element("list");
const search = elementOf("search", HTMLInputElement);
const deleting = elementOf("delete", HTMLDialogElement);
/** @type {NodeListOf<HTMLElement>} */
const viewButtons = document.querySelectorAll("[data-view]");
/** @type {Map<string, ReturnType<typeof createRow>>} */
const rows = new Map();
/** @type {Set<string>} */
const opened = new Set();
/** @type {string | undefined} */
let shownId;
/** @type {string | undefined} */
let lastTag;
/** @type {string | undefined} */
let view = "html";
let requests = 0;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** @param {string} iso */
function ago(iso) {
  const seconds = Math.max(0, (Date.now() - Date.parse(iso)) / 1000);
  if (seconds < 45) return "just now";
  if (seconds < 3600) return relative.format(-Math.max(1, Math.round(seconds / 60)), "minute");
  if (seconds < 86_400) return relative.format(-Math.round(seconds / 3600), "hour");
  return relative.format(-Math.round(seconds / 86_400), "day");
}

/**
 * @param {HTMLElement} node
 * @param {string} text
 */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** @param {CaughtMail} message */
function createRow(message) {
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = `#${message.id}`;
  link.classList.toggle("unread", !opened.has(message.id));
  /**
   * @template {"span" | "time"} Tag
   * @param {Tag} tag
   * @param {string} className
   * @param {string} text
   */
  const part = (tag, className, text) => {
    const node = link.appendChild(document.createElement(tag));
    node.className = className;
    node.textContent = text;
    return node;
  };
  part("span", "item-subject", message.subject || "(no subject)");
  const time = part("time", "", ago(message.receivedAt));
  time.dateTime = message.receivedAt;
  time.title = exact.format(new Date(message.receivedAt));
  part("span", "item-to", message.to);
  // The first line is the heading, which repeats the subject.
  part(
    "span",
    "item-preview",
    message.text
      .replace(/^[^\n]*\n\s*\n/, "")
      .slice(0, 300)
      .replace(/\s+/g, " "),
  );
  return { item, link, time };
}

/** @param {CaughtMail[]} messages */
function showList(messages) {
  const ids = new Set(messages.map(({ id }) => id));
  for (const [id, row] of rows) {
    if (ids.has(id)) continue;
    row.item.remove();
    rows.delete(id);
  }
  let before = list.firstElementChild;
  for (const message of messages) {
    let row = rows.get(message.id);
    if (!row) {
      row = createRow(message);
      rows.set(message.id, row);
    }
    if (row.item === before) before = row.item.nextElementSibling;
    else list.insertBefore(row.item, before);
  }
  const searching = search.value.trim() !== "";
  setText(element("count"), messages.length === 0 ? "" : String(messages.length));
  element("empty").hidden = messages.length > 0;
  setText(
    element("empty-text"),
    searching
      ? "No message to this recipient."
      : "No mail yet. Everything that the portal sends appears here.",
  );
  elementOf("ask-delete", HTMLButtonElement).disabled = messages.length === 0 && !searching;
  document.title = messages.length === 0 ? "FC Portal mail" : `(${messages.length}) FC Portal mail`;
  markShown();
}

function markShown() {
  for (const [id, { link, time }] of rows) {
    if (id === shownId) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    setText(time, ago(time.dateTime));
  }
}

async function refresh() {
  const request = ++requests;
  const to = search.value.trim();
  try {
    const response = await fetch(`/api/messages?to=${encodeURIComponent(to)}`, { cache: "no-cache" });
    if (!response.ok) throw new Error(String(response.status));
    const tag = `${response.headers.get("etag")} ${to}`;
    const messages = tag === lastTag ? undefined : await response.json();
    // Ignores a slow answer to an older request.
    if (request !== requests) return;
    element("lost").hidden = true;
    if (messages) showList(messages);
    else markShown();
    lastTag = tag;
  } catch {
    if (request === requests) element("lost").hidden = false;
  }
}

function showView() {
  for (const button of viewButtons)
    button.setAttribute("aria-pressed", String(button.dataset["view"] === view));
  element("html").hidden = view !== "html";
  element("text").hidden = view !== "text";
}

async function open() {
  const id = location.hash.slice(1);
  if (id === shownId) return;
  const response =
    id === "" ? undefined : await fetch(`/api/messages/${encodeURIComponent(id)}`).catch(() => undefined);
  if (id !== location.hash.slice(1)) return;
  /** @type {CaughtMail | undefined} */
  const mail = response?.ok ? await response.json() : undefined;
  shownId = mail?.id;
  document.body.classList.toggle("reading", mail !== undefined);
  element("message").hidden = mail === undefined;
  element("none").hidden = mail !== undefined;
  if (mail) {
    opened.add(mail.id);
    rows.get(mail.id)?.link.classList.remove("unread");
    setText(element("subject"), mail.subject || "(no subject)");
    setText(element("to"), mail.to);
    setText(element("from"), mail.from);
    elementOf("received", HTMLTimeElement).dateTime = mail.receivedAt;
    setText(element("received"), exact.format(new Date(mail.receivedAt)));
    setText(element("text"), mail.text || "This mail has no text.");
    elementOf("html", HTMLIFrameElement).srcdoc =
      `<base target="_blank">${mail.html || "<p>This mail has no HTML.</p>"}`;
    view = mail.html ? view : "text";
    showView();
    element("subject").focus({ preventScroll: true });
  }
  markShown();
}

for (const button of viewButtons)
  button.addEventListener("click", () => {
    view = button.dataset["view"];
    showView();
  });

search.addEventListener("input", refresh);
window.addEventListener("hashchange", open);
element("ask-delete").addEventListener("click", () => deleting.showModal());
element("keep").addEventListener("click", () => deleting.close());
element("do-delete").addEventListener("click", async () => {
  deleting.close();
  await fetch("/api/messages", { method: "DELETE" }).catch(() => undefined);
  location.hash = "";
  await refresh();
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void refresh();
});
setInterval(() => {
  if (!document.hidden) void refresh();
}, pollMs);
void refresh();
void open();

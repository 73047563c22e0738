import { isKeyOf, sure } from "@fc/contract/sure";
import { languageOf, type Language } from "@fc/contract/languages";
import { branchListFrom } from "@fc/contract/transparency/liabilities/branches";
import { branchChecks, checkBranches } from "@fc/contract/transparency/liabilities/check-branches";
import { checkList, listChecks, type CheckedList } from "@fc/contract/transparency/liabilities/check-list";
import {
  checkProof,
  countedAccounts,
  passes,
  proofChecks,
  proofFrom,
  type Checked,
  type OwnProof,
} from "@fc/contract/transparency/liabilities/check";
import { nodeBytes } from "@fc/contract/transparency/liabilities/tree";
import {
  accountWords,
  branchCheckWords,
  listCheckWords,
  proofCheckWords,
} from "../lib/liabilities/check-words.ts";
import { sha256 } from "../lib/liabilities/sha256.ts";
import { words, type WordName } from "./words.ts";

/** The program of the file that checks a saved proof and a list without us. It asks nobody for anything. */
let language: Language = navigator.language.startsWith("hi") ? "hi" : "en";
let saved: { proof: OwnProof | undefined; given: unknown } | undefined;

const element = (id: string) => sure(document.getElementById(id));
function input(id: string): HTMLInputElement {
  const found = element(id);
  if (!(found instanceof HTMLInputElement)) throw new TypeError(`${id} is no input`);
  return found;
}
const say = (name: WordName, values: Record<string, string> = {}) =>
  words[name][language].replaceAll(/\{(\w+)\}/g, (_, value: string) => values[value] ?? "");

/** 12345678 is 1,234.5678 FC. */
function coins(units: string): string {
  const [whole, part] = [BigInt(units) / 10_000n, BigInt(units) % 10_000n];
  const fraction = part === 0n ? "" : `.${String(part).padStart(4, "0").replace(/0+$/, "")}`;
  return `${whole.toLocaleString("en-IN")}${fraction} FC`;
}

function line(kind: "p" | "li", text: string, state?: string): HTMLElement {
  const made = document.createElement(kind);
  if (state !== undefined) made.dataset["state"] = state;
  made.textContent = text;
  return made;
}

/** One line for each check: passed, failed, or with nothing to compare with. */
function lines<Check extends string>(
  order: readonly Check[],
  checks: Checked<Check>,
  textOf: Readonly<Record<Check, Readonly<Record<Language, string>>>>,
): HTMLElement {
  const list = document.createElement("ul");
  for (const check of order) {
    const isPassed = checks[check];
    const state = isPassed === undefined ? "open" : isPassed ? "good" : "bad";
    const sign = { open: say("notCompared"), good: "✓", bad: say("not") }[state];
    list.append(line("li", `${sign} ${textOf[check][language]}`, state));
  }
  return list;
}

const enteredRoot = () => input("root").value.trim().toLowerCase() || undefined;

function showProof(): void {
  const place = element("proof-result");
  place.replaceChildren();
  if (!saved) return;
  if (!saved.proof) return place.append(line("p", say("noProof"), "bad"));
  const checks = checkProof(sha256, saved.given, { root: enteredRoot() });
  const isGood = passes(checks);
  place.append(line("p", say(isGood ? "proofHolds" : "proofFails"), isGood ? "good" : "bad"));
  const { refId, published, accounts } = saved.proof;
  place.append(line("p", say("proofOf", { refId, day: published.day, at: published.takenAt })));
  const facts = document.createElement("ul");
  for (const account of countedAccounts) {
    facts.append(line("li", `${accountWords[account][language]}: ${coins(accounts[account])}`));
  }
  const totals = { owed: coins(published.owed), locked: coins(published.locked) };
  place.append(facts, line("p", say("totals", { ...totals, leaves: String(published.leaves) })));
  place.append(line("p", `${say("rootIs")} ${published.root}`, "code"));
  place.append(lines(proofChecks, checks, proofCheckWords));
}

async function readProof(): Promise<void> {
  const file = input("proof").files?.[0];
  if (!file) return;
  const given = await jsonIn(file);
  saved = { given, proof: proofFrom(given) };
  if (saved.proof) input("day").value = saved.proof.published.day;
  showProof();
  await readList();
}

/** Undefined for what is no JSON. */
async function jsonIn(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    return undefined;
  }
}

const pieceBytes = 2 ** 21;

async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += pieceBytes) {
    element("list-result").replaceChildren(
      line("p", say("reading", { percent: String(Math.floor((100 * from) / file.size)) })),
    );
    yield new Uint8Array(await file.slice(from, from + pieceBytes).arrayBuffer());
  }
}

/** A list of branches is text; one of leaves, as it was saved before, is bytes and may be long. */
const mostTextBytes = 2 ** 16;

async function readList(): Promise<void> {
  const file = input("list").files?.[0];
  const place = element("list-result");
  if (!file) return;
  const text = file.size <= mostTextBytes ? await jsonIn(file) : undefined;
  const told = branchListFrom(text)?.published;
  if (!told && (text !== undefined || file.size === 0 || file.size % nodeBytes !== 0)) {
    place.replaceChildren(line("p", say("noList"), "bad"));
    return;
  }
  if (told && input("day").value === "") input("day").value = told.day;
  const published = saved?.proof?.published;
  const day = input("day").value.trim();
  const root = enteredRoot() ?? published?.root;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || root === undefined) {
    place.replaceChildren(line("p", say("needsRoot"), "open"));
    return;
  }
  const proof = published?.day === day ? saved?.proof : undefined;
  const expected = { day, root, published: proof?.published, proof };
  if (told) {
    const { checks, found } = checkBranches(sha256, { given: text, ...expected });
    showList(found, listVerdict(checks, proof), lines(branchChecks, checks, branchCheckWords));
  } else {
    const { checks, found } = await checkList(sha256, { pieces: piecesOf(file), ...expected });
    showList(found, listVerdict(checks, proof), lines(listChecks, checks, listCheckWords));
  }
}

function showList(found: CheckedList["found"], verdict: WordName, checks: HTMLElement): void {
  const place = element("list-result");
  place.replaceChildren(line("p", say(verdict), verdict === "listHolds" ? "good" : "bad"));
  if (found) {
    const totals = { owed: coins(found.owed), locked: coins(found.locked), leaves: String(found.leaves) };
    place.append(line("p", say("totals", totals)));
  }
  place.append(checks);
}

/** Where the list was compared with the proof alone, either of the two may be the wrong one. */
function listVerdict(checks: Checked<"own">, proof: OwnProof | undefined): WordName {
  if (passes(checks)) return "listHolds";
  if (!proof) return "listFails";
  const isProofGood = passes(checkProof(sha256, proof, { root: enteredRoot() }));
  if (passes({ ...checks, own: undefined })) return isProofGood ? "leavesMissing" : "proofIsWrong";
  if (enteredRoot() !== undefined) return "listFails";
  return isProofGood ? "listIsAnother" : "proofIsWrong";
}

function showWords(): void {
  document.documentElement.lang = language;
  for (const place of document.querySelectorAll<HTMLElement>("[data-words]")) {
    const { words: name = "" } = place.dataset;
    if (isKeyOf(words, name)) place.textContent = say(name);
  }
  showProof();
}

input("proof").addEventListener("change", () => void readProof());
input("list").addEventListener("change", () => void readList());
for (const id of ["root", "day"]) {
  input(id).addEventListener("change", () => {
    showProof();
    void readList();
  });
}
const languageChoice = element("language");
if (languageChoice instanceof HTMLSelectElement) {
  languageChoice.value = language;
  languageChoice.addEventListener("change", () => {
    language = languageOf(languageChoice.value);
    showWords();
  });
}
showWords();

import { referenceOf } from "@fc/contract/receipts/reference";
import { addPrice } from "../src/core/prices/prices.ts";
import { addNotice, writeNotice } from "../src/features/notices/notices.ts";
import {
  assignSupport,
  noteOnSupport,
  replyToSupport,
  setSupportStatus,
} from "../src/features/support/answers.ts";
import { addFaqEntry } from "../src/features/support/faq.ts";
import { addToSupportMessage, recordSupportMessage } from "../src/features/support/support.ts";
import { after, day, hour } from "../src/platform/clock.ts";
import { atomically, type Db, type Tx } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { demoFaq } from "./demo-faq.ts";
import { demoLogins, demoOperator } from "./demo-logins.ts";

const [asha, ravi, meera] = demoLogins;

interface DemoMessage {
  refId: string;
  hoursAgo: number;
  text: string;
  email?: string;
  /** Written in the portal, so its member reads the answer there too. */
  isSignedIn?: true;
  /** About the member's withdrawal that waits. */
  isAboutWithdrawal?: true;
  /** What the member added to it later. */
  further?: { hoursAgo: number; text: string };
  /** What the operator did. */
  done?: "answered" | "closed" | "taken";
}

/** Some messages wait, one of them too long; one came from a visitor without an account; some are done. */
const messages: readonly DemoMessage[] = [
  {
    refId: ravi.refId,
    hoursAgo: 76,
    text: "Since when do I get ROS for my stake? It was approved yesterday.",
    isSignedIn: true,
    further: { hoursAgo: 0.6, text: "Thank you, I see it now. Does it earn on Sundays too?" },
    done: "answered",
  },
  { refId: meera.refId, hoursAgo: 52, text: "Test, please ignore.", done: "closed" },
  {
    refId: meera.refId,
    hoursAgo: 31,
    text: "I have a new phone and no access to my old e-mail any more.\n\nHow can I change the address? I can send a copy of my PAN card.",
    email: "meera.new@example.com",
  },
  {
    refId: asha.refId,
    hoursAgo: 19,
    text: "My withdrawal is pending since this morning. When will the coins arrive?",
    isSignedIn: true,
    isAboutWithdrawal: true,
    done: "taken",
  },
  {
    refId: "FCNOBODY",
    hoursAgo: 6,
    text: "A friend gave me this ID. I want to register in his left team.",
    email: "visitor@example.com",
  },
  {
    refId: asha.refId,
    hoursAgo: 120,
    text: "Can a member of my left team change to my right team?",
    isSignedIn: true,
    done: "answered",
  },
];

const answers: Readonly<Record<string, string>> = {
  [ravi.refId]:
    "A stake earns from the day after its approval, so you see the first ROS after tonight's closing.",
  [asha.refId]:
    "No: a place in the tree is for good, because the business of everybody above was counted along it.",
};

export async function seedDemoSupport(deps: Deps, { now }: { now: Date }): Promise<void> {
  const { db, publicUrl } = deps;
  const operatorId = await demoOperatorId(db);
  for (const [index, message] of messages.entries()) {
    const { refId, hoursAgo, text, email = "", isSignedIn, isAboutWithdrawal, further, done } = message;
    const at = after(now, -hoursAgo * hour);
    const ip = `192.0.2.${20 + index}`;
    const memberId = isSignedIn ? await memberIdOf(db, refId) : null;
    const receipt = isAboutWithdrawal && memberId !== null ? await waitingWithdrawal(db, memberId) : null;
    const from = { number: "", email, memberId, receipt, ip, language: "en" } as const;
    const reference = await recordSupportMessage(db, { ...from, refId, supportMessage: text, now: at });
    const { id } = await db
      .selectFrom("support_records")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    const operating = { operatorId, ip: "192.0.2.10", now: after(at, 2 * hour) };
    const acting = { id: Number(id), operating };
    if (done === "answered") {
      const answer = { text: answers[refId] ?? "Done.", to: "member", version: 0, publicUrl } as const;
      await atomically(db, replyToSupport, { ...acting, ...answer });
    }
    if (done === "closed")
      await atomically(db, setSupportStatus, { ...acting, status: "closed", version: 0 });
    if (done === "taken") {
      await atomically(db, assignSupport, { ...acting, to: "me", from: null });
      const note = "Above the usual range of a first withdrawal; finance looks at it today.";
      await atomically(db, noteOnSupport, { ...acting, text: note });
    }
    if (further && memberId !== null) {
      const later = after(now, -further.hoursAgo * hour);
      await addToSupportMessage(db, { memberId, reference, supportMessage: further.text, ip, now: later });
    }
  }
}

async function memberIdOf(db: Db, refId: string): Promise<number> {
  const { id } = await db
    .selectFrom("members")
    .select("id")
    .where("ref_id", "=", refId)
    .executeTakeFirstOrThrow();
  return id;
}

async function waitingWithdrawal(db: Db, memberId: number): Promise<string | null> {
  const waiting = await db
    .selectFrom("withdrawals")
    .select("id")
    .where("member_id", "=", memberId)
    .where("status", "=", "P")
    .where("currency_type", "=", "coin")
    .executeTakeFirst();
  return waiting ? referenceOf("withdrawal", waiting.id) : null;
}

/** Hidden ones are not finished yet. */
export async function seedDemoFaq(tx: Tx, { now }: { now: Date }): Promise<void> {
  const operating = { operatorId: await demoOperatorId(tx), ip: "192.0.2.10", now: after(now, -20 * day) };
  for (const entry of demoFaq) await addFaqEntry(tx, { ...entry, operating });
}

export async function demoOperatorId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom("operators")
    .select("id")
    .where("email", "=", demoOperator.email)
    .executeTakeFirstOrThrow();
  return id;
}

export async function seedDemoNotices(tx: Tx, { now }: { now: Date }): Promise<void> {
  const id = await memberIdOf(tx, asha.refId);
  const notices = [
    {
      days: 30,
      message: "Welcome to FC Portal. Every change that matters is confirmed by a code sent to your e-mail.",
    },
    {
      days: 6,
      message: "We never ask for your password or a code by phone or message. Please share them with nobody.",
    },
    {
      days: 2,
      readerIds: [id],
      message: `Dear ${asha.name}, please check that your e-mail address is up to date.`,
    },
    {
      days: 20,
      shownDays: 3,
      message: "The portal is not reachable on Sunday from 2 to 3 am: we move to a faster machine.",
    },
  ];
  for (const { readerIds, days, shownDays, message } of notices) {
    const startsAt = after(now, -days * day);
    const endsAt = shownDays === undefined ? undefined : after(startsAt, shownDays * day);
    await addNotice(tx, { message, readerIds, startsAt, endsAt, now: startsAt });
  }
  await writeNotice(tx, {
    message: "Support is closed on the coming holiday. Withdrawals are paid as on every day.",
    readerIds: undefined,
    startsAt: after(now, 2 * day),
    endsAt: after(now, 4 * day),
    operating: { operatorId: await demoOperatorId(tx), ip: "192.0.2.10", now },
  });
}

/** The price from the day after tomorrow. */
export async function seedDemoNextPrice(tx: Tx, { now }: { now: Date }): Promise<void> {
  await addPrice(tx, {
    fcFor15Usd: 1_485_000n * 10_000n,
    inrPerUsd: 846_500n,
    effectiveFrom: after(now, 2 * day),
    createdBy: await demoOperatorId(tx),
    now,
  });
}

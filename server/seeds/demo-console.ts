import { addPrice } from "../src/core/prices/prices.ts";
import { addNotice, writeNotice } from "../src/features/notices/notices.ts";
import {
  assignSupport,
  noteOnSupport,
  replyToSupport,
  setSupportStatus,
} from "../src/features/support/answers.ts";
import { recordSupportMessage } from "../src/features/support/support.ts";
import { after, day, hour } from "../src/platform/clock.ts";
import { atomically, type Db, type Tx } from "../src/platform/db.ts";
import { demoLogins, demoOperator } from "./demo-logins.ts";

const [asha, ravi, meera] = demoLogins;

interface DemoMessage {
  refId: string;
  hoursAgo: number;
  text: string;
  email?: string;
  /** What the operator did. */
  done?: "answered" | "closed" | "taken";
}

/** Some messages wait, one of them too long; one came from a visitor without an account; some are done. */
const messages: readonly DemoMessage[] = [
  {
    refId: ravi.refId,
    hoursAgo: 76,
    text: "Since when do I get ROS for my stake? It was approved yesterday.",
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
    done: "taken",
  },
  {
    refId: "FCNOBODY",
    hoursAgo: 6,
    text: "A friend gave me this ID. I want to register in his left team.",
    email: "visitor@example.com",
  },
  { refId: ravi.refId, hoursAgo: 0.6, text: "Thank you, it works now." },
];

export async function seedDemoSupport(db: Db, { now }: { now: Date }): Promise<void> {
  const operatorId = await demoOperatorId(db);
  for (const [index, { refId, hoursAgo, text, email = "", done }] of messages.entries()) {
    const at = after(now, -hoursAgo * hour);
    const from = { number: "", email, memberId: null, ip: `192.0.2.${20 + index}`, language: "en" } as const;
    const reference = await recordSupportMessage(db, { ...from, refId, supportMessage: text, now: at });
    const { id } = await db
      .selectFrom("support_records")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    const operating = { operatorId, ip: "192.0.2.10", now: after(at, 2 * hour) };
    const acting = { id: Number(id), operating };
    if (done === "answered") {
      const answer =
        "A stake earns from the day after its approval, so you see the first ROS after tonight's closing.";
      await atomically(db, replyToSupport, { ...acting, text: answer, to: "member", version: 0 });
    }
    if (done === "closed")
      await atomically(db, setSupportStatus, { ...acting, status: "closed", version: 0 });
    if (done === "taken") {
      await atomically(db, assignSupport, { ...acting, to: "me", from: null });
      const note = "Above the usual range of a first withdrawal; finance looks at it today.";
      await atomically(db, noteOnSupport, { ...acting, text: note });
    }
  }
}

async function demoOperatorId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom("operators")
    .select("id")
    .where("email", "=", demoOperator.email)
    .executeTakeFirstOrThrow();
  return id;
}

export async function seedDemoNotices(tx: Tx, { now }: { now: Date }): Promise<void> {
  const { id } = await tx
    .selectFrom("members")
    .select("id")
    .where("ref_id", "=", asha.refId)
    .executeTakeFirstOrThrow();
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

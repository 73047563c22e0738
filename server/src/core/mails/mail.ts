import type { MailBlock, MailContent } from "../../platform/mail/content.ts";

/** A fact of a mail: what, and how much or where to. */
export interface Fact {
  label: string;
  value: string;
}

/** Whom a mail greets. A member's mail also shows the user id; an operator has none. */
export interface Recipient {
  name: string;
  email: string;
  refId?: string;
}

export interface Occasion {
  to: Recipient;
  now: Date;
  /** Where a change was made, for the mail about it. */
  origin?: { device: string; ip: string };
}

type MailText<Values> = string | ((values: Values, occasion: Occasion) => string);

/** Labels and values in the order in which the mail shows them. A fact without a value is left out. */
export type Facts = Readonly<Record<string, string | undefined>>;

/** Everything that differs between one kind of mail and another. */
export interface MailDefinition<Values> {
  subject: MailText<Values>;
  heading: MailText<Values>;
  /** The line that a mail app shows beside the subject. The first paragraph where it is missing. */
  preheader?: MailText<Values>;
  /** What follows "Hello Asha, ". */
  text: MailText<Values>;
  /** For a text that greets in its own way, or not at all. */
  greetsItself?: true;
  /** What comes between the text and the facts. */
  beforeFacts?: (values: Values) => MailBlock[];
  /** A member's user id comes first, unless the facts name it themselves. */
  facts: (values: Values, occasion: Occasion) => Facts;
  /** What comes between the facts and the note. */
  afterFacts?: (values: Values) => MailBlock[];
  /** How to react if something is wrong; null where there is nothing to do. */
  note: string | null;
}

/** One definition for each kind. A kind without one, or with an answer missing, does not compile. */
export type MailTable<ValuesByKind> = {
  readonly [Kind in keyof ValuesByKind]: MailDefinition<ValuesByKind[Kind]>;
};

export const paragraph = (text: string): MailBlock => ({ kind: "paragraph", text });
export const button = (label: string, url: string): MailBlock => ({ kind: "button", label, url });

export interface MailFacts<Values> extends Occasion {
  values: Values;
  /** After this moment the mail is of no use to anybody and is not sent any more. */
  expiresAt?: Date;
}

/** A mail in words, as the outbox takes it. */
export function mailFrom<Values>(
  definition: MailDefinition<Values>,
  { values, expiresAt, ...occasion }: MailFacts<Values>,
) {
  const content = contentOf(definition, values, occasion);
  return { to: occasion.to.email, now: occasion.now, content, ...(expiresAt && { expiresAt }) };
}

function contentOf<Values>(
  definition: MailDefinition<Values>,
  values: Values,
  occasion: Occasion,
): MailContent {
  const { subject, heading, preheader, text, greetsItself, beforeFacts, facts, afterFacts, note } =
    definition;
  const { name, refId } = occasion.to;
  const worded = (words: MailText<Values>) => (typeof words === "string" ? words : words(values, occasion));
  const shown = facts(values, occasion);
  const rows = Object.entries("User ID" in shown ? shown : { "User ID": refId, ...shown }).flatMap(
    ([label, value]) => (value === undefined ? [] : [{ label, value }]),
  );
  const blocks: MailBlock[] = [
    paragraph(greetsItself ? worded(text) : `Hello ${name}, ${worded(text)}`),
    ...(beforeFacts?.(values) ?? []),
    ...(rows.length === 0 ? [] : [{ kind: "facts", rows } as const]),
    ...(afterFacts?.(values) ?? []),
    ...(note === null ? [] : [{ kind: "note", text: note } as const]),
  ];
  return {
    subject: worded(subject),
    ...(preheader !== undefined && { preheader: worded(preheader) }),
    heading: worded(heading),
    blocks,
  };
}

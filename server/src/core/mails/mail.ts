import type { Language } from "@fc/contract/languages";
import { indiaTime } from "../../platform/format.ts";
import type { MailAudience, MailBlock, MailContent } from "../../platform/mail/content.ts";
import { isLabel, labelWords, type Label } from "./labels.ts";
import { filled, wordsIn, type Words } from "./words.ts";

/** A date is worded in the mail's language, and a plain text is the same in all of them. */
type FactValue = string | Date | Words;

/** A fact of a mail: what, and how much or where to. One without a value is left out. */
export interface Fact<Text = Words> {
  label: Text extends string ? string : Label;
  value: FactValue | undefined;
}

/** Whom a mail greets. */
export interface Recipient {
  name: string;
  email: string;
}

/** A member's mail shows the user id and is in the member's language. */
export interface MemberRecipient extends Recipient {
  refId?: string;
  /** Null until a member has one: then the mail is in English. */
  language: Language | null;
}

export interface Occasion<To = MemberRecipient> {
  to: To;
  now: Date;
  /** Where a change was made, for the mail about it. */
  origin?: { device: Words; ip: string };
}

/** A mail to members has words in every language, one to operators has only English. */
type AnyWords = Words | string;
type MailText<Values, Text> = Text | ((values: Values, occasion: Occasion) => Text);

/** Everything that differs between one kind of mail and another. */
export interface MailDefinition<Values, Text extends AnyWords = Words> {
  /** A member where it is missing. */
  audience?: (values: Values) => MailAudience;
  subject: MailText<Values, Text>;
  /** Without one it is the subject without the portal's name, which only a list of mails needs. */
  heading?: MailText<Values, Text>;
  /** The line that a mail app shows beside the subject. The first paragraph where it is missing. */
  preheader?: MailText<Values, Text>;
  /** What follows "Hello Asha, ". */
  text: MailText<Values, Text>;
  /** For a text that greets in its own way, or not at all. */
  greetsItself?: true;
  /** What comes between the text and the facts. */
  beforeFacts?: (values: Values) => MailBlock<Text>[];
  /** A member's user id comes first, unless the facts name it themselves. */
  facts: (values: Values, occasion: Occasion) => Fact<Text>[];
  /** What comes between the facts and the note. */
  afterFacts?: (values: Values) => MailBlock<Text>[];
  /** How to react if something is wrong; null where there is nothing to do. */
  note: Text | null;
  /** Ends with the link "This was not me", which freezes the account. */
  notMe?: true;
  /** Who unsubscribes by the link at the foot, and from what; undefined where there is no such link. */
  unsubscribe?: (values: Values, occasion: Occasion) => MailContent["unsubscribe"] | undefined;
}

/** One definition for each kind. A kind without one, or with an answer or a language missing, does not compile. */
export type MailTable<ValuesByKind, Text extends AnyWords = Words> = {
  readonly [Kind in keyof ValuesByKind]: MailDefinition<ValuesByKind[Kind], Text>;
};

export const paragraph = <Text>(text: Text) => ({ kind: "paragraph", text }) as const;
export const button = <Text>(label: Text, url: string) => ({ kind: "button", label, url }) as const;

export interface MailFacts<Values, To> extends Occasion<To> {
  values: Values;
  /** After this moment the mail is of no use to anybody and is not sent any more. */
  expiresAt?: Date;
}

/**
 * A mail in words, as the outbox takes it. The language is the member's at this moment and not when the mail leaves:
 * the words are made of values that only the transaction has, and what the member did was done in that language.
 */
export function mailFrom<Values, Text extends AnyWords>(
  definition: MailDefinition<Values, Text>,
  { values, expiresAt, ...occasion }: MailFacts<Values, MemberRecipient>,
) {
  const content = contentOf(definition, values, occasion);
  return { to: occasion.to.email, now: occasion.now, content, ...(expiresAt && { expiresAt }) };
}

function contentOf<Values, Text extends AnyWords>(
  definition: MailDefinition<Values, Text>,
  values: Values,
  occasion: Occasion,
): MailContent {
  const { subject, heading, preheader, text, greetsItself, beforeFacts, afterFacts, note } = definition;
  const { name, refId, language: chosen } = occasion.to;
  const language = chosen ?? "en";
  const said = (words: MailText<Values, Text>) =>
    wordsIn(language, typeof words === "function" ? words(values, occasion) : words);
  const greeting = wordsIn(language, filled({ en: "Hello {name}, ", hi: "नमस्ते {name}, " }, { name }));
  const facts: Fact<AnyWords>[] = definition.facts(values, occasion);
  const namesUser = facts.some(({ label }) => label === "User ID");
  const unsubscribe = definition.unsubscribe?.(values, occasion);
  const rows = [...(namesUser ? [] : [{ label: "User ID", value: refId }]), ...facts].flatMap(
    ({ label, value }) =>
      value === undefined
        ? []
        : [{ label: isLabel(label) ? labelWords(label) : label, value: valueIn(language, value) }],
  );
  const blocks: MailBlock<AnyWords>[] = [
    paragraph(greetsItself ? said(text) : `${greeting}${said(text)}`),
    ...(beforeFacts?.(values) ?? []),
    ...(rows.length === 0 ? [] : [{ kind: "facts", rows } as const]),
    ...(afterFacts?.(values) ?? []),
    ...(note === null ? [] : [{ kind: "note", text: note } as const]),
  ];
  return {
    language,
    ...(definition.audience && { audience: definition.audience(values) }),
    subject: said(subject),
    ...(preheader !== undefined && { preheader: said(preheader) }),
    heading: heading === undefined ? said(subject).replace("FC Portal ", "") : said(heading),
    ...(definition.notMe && refId !== undefined && { notMe: { refId, at: occasion.now.toISOString() } }),
    ...(unsubscribe && { unsubscribe }),
    ...(refId !== undefined && { phraseOf: refId }),
    blocks: blocks.map((block) => blockIn(language, block)),
  };
}

function valueIn(language: Language, value: FactValue): string {
  return value instanceof Date ? indiaTime(value, language) : wordsIn(language, value);
}

function blockIn(language: Language, block: MailBlock<AnyWords>): MailBlock {
  const said = (words: AnyWords) => wordsIn(language, words);
  switch (block.kind) {
    case "paragraph":
      return { ...block, text: said(block.text) };
    case "code": {
      const { label, ...code } = block;
      return { ...code, ...(label !== undefined && { label: said(label) }) };
    }
    case "facts":
      return {
        ...block,
        rows: block.rows.map(({ label, value }) => ({ label: said(label), value: said(value) })),
      };
    case "button":
      return { ...block, label: said(block.label) };
    case "note": {
      const { title, text, kind } = block;
      return { kind, ...(title !== undefined && { title: said(title) }), text: said(text) };
    }
  }
}

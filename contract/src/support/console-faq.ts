import { recordOf } from "../sure.ts";
import * as z from "zod/mini";
import { languageCodes, type Words } from "../languages.ts";
import { operatorRights } from "../operator-access.ts";
import { route } from "../route.ts";
import { rowId, seenVersion, timestamp } from "../wire.ts";

/** The calls by which operators keep the FAQ: what is asked often, answered once for everybody. */

/** A page that people read to the end. */
export const mostFaqEntries = 30;
export const longestQuestion = 200;
export const longestAnswer = 2000;

/** A text in every language, by its code. */
function inEachLanguage(text: z.ZodMiniString): z.ZodMiniType<Words> {
  return z.strictObject(recordOf(languageCodes, () => text));
}

const words = (most: number) =>
  inEachLanguage(
    z
      .string("Please write something")
      .check(z.trim(), z.maxLength(most, `At most ${most.toLocaleString("en-IN")} characters`)),
  );

const content = {
  question: words(longestQuestion),
  answer: words(longestAnswer),
  isPublished: z.boolean("Published or hidden?"),
};
export type FaqContent = { question: Words; answer: Words; isPublished: boolean };

const entry = z.object({
  id: z.number(),
  ...content,
  changedBy: z.string(),
  changedAt: timestamp,
  /** Counts changes. An operator who changes an entry sends the one that the page shows. */
  version: z.number(),
});
export type FaqEntry = z.output<typeof entry>;

export const consoleFaq = route({
  method: "GET",
  path: "/console/faq",
  access: operatorRights.read,
  summary: "Every question of the FAQ in its order, hidden ones included.",
  response: z.object({ data: z.array(entry) }),
});

export const addFaqEntry = route({
  method: "POST",
  path: "/console/faq",
  access: operatorRights.writeFaq,
  summary: "Adds a question at the end.",
  body: z.strictObject(content),
  response: z.object({ data: z.object({ id: z.number() }) }),
});

export const changeFaqEntry = route({
  method: "POST",
  path: "/console/faq/:id",
  access: operatorRights.writeFaq,
  summary: "Changes a question. A page that has not seen the last change is refused with who made it.",
  params: rowId,
  body: z.strictObject({ ...content, version: seenVersion }),
  response: z.object({}),
});

const order = z
  .array(z.number("Which question?").check(z.int("Which question?")))
  .check(z.maxLength(mostFaqEntries, `At most ${mostFaqEntries} questions`));

export const orderFaq = route({
  method: "POST",
  path: "/console/faq/order",
  access: operatorRights.writeFaq,
  summary: "Orders the questions. A page that shows another order than the present one is refused.",
  body: z.strictObject({
    /** The order that the page shows. */
    from: order,
    to: order,
  }),
  response: z.object({}),
});

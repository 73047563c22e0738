import * as z from "zod/mini";
import { route } from "../route.ts";

const text = (pattern: RegExp) => z.string().check(z.regex(pattern));

/**
 * Where our own code failed in somebody's browser. It has no room for anything that the page shows or that was typed:
 * each part is a kind, one of our files with line and column, or the first word of an address.
 */
export const browserError = route({
  method: "POST",
  path: "/browserErrors",
  access: "anyone",
  summary:
    "Writes an error of our own code in a browser to the server's log. It is never refused, but counted.",
  body: z.strictObject({
    /** TypeError, ReferenceError. */
    kind: text(/^[A-Za-z]{1,40}$/),
    /** From the innermost on: assets/index-B2x9.js:1:2345 */
    places: z
      .array(text(/^(console\/)?assets\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/))
      .check(z.minLength(1), z.maxLength(8)),
    /** /withdraw, /console/members */
    page: text(/^\/(console\/)?[a-z-]{0,40}$/),
    /** The name of the page's first script, which is another one in every release. */
    release: text(/^[\w.-]{0,80}$/),
  }),
  response: z.object({}),
});

import * as z from "zod/mini";
import { emailAddress } from "../registration/portal.ts";
import { route } from "../route.ts";
import { csv, pageOf, pageQuery } from "../table.ts";

/** The heads of the seal chain, for everybody. */

const linkedAnchor = z.object({
  day: z.string(),
  head: z.string(),
  rootDay: z.nullable(z.string()),
  root: z.nullable(z.string()),
  link: z.string(),
});

export const anchorSorts = ["day"] as const;

export const anchorColumns = {
  day: "Day",
  head: "Head of the seal chain",
  rootDay: "Day of the root",
  root: "Root of the liabilities",
  link: "Link",
} as const;

export const anchors = route({
  method: "GET",
  path: "/anchors",
  access: "anyone",
  summary: "The head of the seal chain and the newest root of each day.",
  query: pageQuery(anchorSorts),
  response: pageOf("data", linkedAnchor),
});

export const anchorsCsv = route({
  method: "GET",
  path: "/anchors/csv",
  access: "anyone",
  summary: "All of them from the first day on, as a file.",
  response: csv,
  download: { contentType: "text/csv", filename: "fc-portal-seals.csv" },
});

export const subscribeToAnchors = route({
  method: "POST",
  path: "/anchors/subscribe",
  access: "anyone",
  summary:
    "Mails a link to this address by which the daily mail can be confirmed. The answer does not say whether it is subscribed.",
  body: z.strictObject({ email: emailAddress }),
  response: z.object({}),
});

export const confirmAnchors = route({
  method: "POST",
  path: "/anchors/confirm/:token",
  access: "anyone",
  summary: "Begins the daily mail to the address that the link was mailed to.",
  params: z.object({ token: z.string().check(z.maxLength(120, "This is no link of ours")) }),
  response: z.object({ data: z.object({ email: z.string() }) }),
});

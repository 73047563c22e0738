import * as z from "zod/mini";
import { route } from "../route.ts";
import { creditReason } from "./why.ts";
import { ownUserId } from "../wire.ts";

/** "Why this amount?" of a line of a report, known by its transID. */
export const reasonOfCredit = route({
  method: "GET",
  path: "/user/getCreditReason/:userId/:transID",
  access: "member",
  summary: "All that one of the member's rewards followed from, so that it can be computed again.",
  params: z.extend(ownUserId, { transID: z.string().check(z.maxLength(40, "This is no transaction")) }),
  response: z.object({ data: creditReason }),
});

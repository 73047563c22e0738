import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId } from "../wire.ts";
import { kycCasePartNames, kycStateNames } from "./states.ts";

const ownCase = z.object({
  state: z.enum(kycStateNames),
  /** Why it was rejected or is to be renewed; null otherwise. */
  reason: z.nullable(z.string()),
});
export type OwnKycCase = z.output<typeof ownCase>;

export const ownKyc = route({
  method: "GET",
  path: "/user/getKyc/:userId",
  access: "member",
  summary: "Whether the member's PAN and bank details were looked at; a part that was not given is left out.",
  params: ownUserId,
  response: z.object({ data: z.partialRecord(z.enum(kycCasePartNames), ownCase) }),
});

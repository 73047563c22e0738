import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { proposalReason } from "../proposals/console.ts";
import { route } from "../route.ts";

export const acceptUnsignedAddress = route({
  method: "POST",
  path: "/console/members/:refId/unsignedAddress",
  access: operatorRights.decideRequests,
  summary:
    "Proposes that large withdrawals may go to the member's free coin address although its owner cannot sign, as with an exchange's; another operator confirms it.",
  params: z.object({ refId: z.string() }),
  body: z.strictObject({ reason: proposalReason }),
  response: z.object({}),
});

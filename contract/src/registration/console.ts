import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { route } from "../route.ts";
import { emailAddress, personDetails } from "./portal.ts";

/** What has to be known of the first member; the rest is theirs to fill in. */
export const firstMember = z.strictObject({
  name: personDetails.shape.name,
  gender: personDetails.shape.gender,
  email: emailAddress,
});
export type FirstMember = z.infer<typeof firstMember>;

export const createFirstMember = route({
  method: "POST",
  path: "/console/members/first",
  access: operatorRights.addFirstMember,
  summary:
    "Adds the root of the network, once: everybody else needs a sponsor. The welcome goes out by mail.",
  body: firstMember,
  response: z.object({ data: z.object({ refId: z.string() }) }),
});

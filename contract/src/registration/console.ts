import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { route } from "../route.ts";
import { emailAddress, personName } from "./portal.ts";

export const createFirstMember = route({
  method: "POST",
  path: "/console/members/first",
  access: operatorRights.addFirstMember,
  summary:
    "Adds the root of the network, once: everybody else needs a sponsor. The welcome goes out by mail.",
  body: z.strictObject({ name: personName, email: emailAddress }),
  response: z.object({ data: z.object({ refId: z.string() }) }),
});

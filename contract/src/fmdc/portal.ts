import * as z from "zod/mini";
import { typedAddress } from "../coin-address/address.ts";
import { typedRefId } from "../ref-id.ts";
import { route } from "../route.ts";

const fmdc = z.object({ refId: z.string(), token: z.string() });

export const getAllFmdcs = route({
  method: "GET",
  path: "/user/getAllFmdcs",
  kyc: true,
  access: "member",
  summary: "The FMDC addresses that the caller may see, which is the caller's own.",
  response: z.array(fmdc),
});

export const createFmdc = route({
  method: "POST",
  path: "/user/createFmdc",
  access: "member",
  summary: "Sets the FMDC address, once and for good, once its one-time password was verified.",
  body: z.strictObject({ refId: typedRefId, token: typedAddress }),
  response: z.object({ data: fmdc }),
});

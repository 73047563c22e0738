import * as z from "zod/mini";
import { route } from "../route.ts";
import { csv } from "../table.ts";

export const saveMyData = route({
  method: "POST",
  path: "/user/myData",
  access: "member",
  summary:
    "Everything that is held about the member, as one file: JSON for machines, PDF for people, and the pictures. Each file takes a code.",
  body: z.strictObject({ userId: z.number("Not a user id") }),
  response: csv,
  download: { contentType: "application/zip", filename: "my-data.zip" },
  kyc: true,
  beforeAcceptance: true,
});

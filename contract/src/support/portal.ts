import * as z from "zod/mini";
import { route } from "../route.ts";

export const supportMessages = {
  incomplete: "Please enter message/id",
  sent: "Support message sent",
} as const;

const supportRecord = z.strictObject({
  refId: z
    .string(supportMessages.incomplete)
    .check(z.trim(), z.minLength(1, supportMessages.incomplete), z.maxLength(32, "This user ID is too long")),
  number: z.string("Please enter a number").check(z.trim(), z.maxLength(20, "This number is too long")),
  email: z.string("Please enter an e-mail").check(z.trim(), z.maxLength(254, "This e-mail is too long")),
  supportMessage: z
    .string(supportMessages.incomplete)
    .check(
      z.trim(),
      z.minLength(1, supportMessages.incomplete),
      z.maxLength(2000, "Please use at most 2,000 characters"),
    ),
});

const supportAnswer = z.object({
  message: z.string(),
  /** What the member quotes when asking again. */
  data: z.object({ reference: z.string() }),
});

export const createSupportRecord = route({
  method: "POST",
  path: "/user/supportRecord/create",
  access: "anyone",
  summary: "Sends a support message from the login page.",
  body: supportRecord,
  response: supportAnswer,
});

export const createOwnSupportRecord = route({
  method: "POST",
  path: "/user/supportRecord/createByUser",
  access: "member",
  summary: "Sends a support message as the signed-in member.",
  body: supportRecord,
  response: supportAnswer,
});

import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";

const notice = z.object({ id: z.number(), message: z.string(), createdAt: timestamp });
export type Notice = z.output<typeof notice>;

export const noticesEmpty = "Noting to show";

export const notices = route({
  method: "GET",
  path: "/user/getNotices/:userId",
  access: "member",
  summary: "Notices for everybody and for this member, newest first.",
  params: ownUserId,
  response: z.object({ general: z.array(notice), personal: z.array(notice) }),
});

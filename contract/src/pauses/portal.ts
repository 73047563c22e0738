import * as z from "zod/mini";
import { route } from "../route.ts";
import { paused } from "./kinds.ts";

export const pauses = route({
  method: "GET",
  path: "/pauses",
  access: "anyone",
  summary: "What is paused now, why, and until when. A call that is paused is answered 503 with the same.",
  response: z.object({ data: z.array(paused) }),
});

import * as z from "zod/mini";

/** The caller's own id in a path. Anybody else's answers 404; the actor is always the session's. */
export const ownUserId = z.object({
  userId: z.coerce.number("Not a user id").check(z.int("Not a user id"), z.positive("Not a user id")),
});

/** Times on the wire are ISO 8601 in UTC. */
export const timestamp = z.string();

import { hashSync } from "@node-rs/argon2";

/** argon2 alone: the product checks only some passwords at once. */
export { verify as bareVerify } from "@node-rs/argon2";

export const testPassword = "Correct-Horse-9";

/**
 * The hash of the test password that all members and operators of the tests share. It is made with the least work
 * that argon2 allows. A hash names its own cost, so a sign-in takes 0.1 ms instead of 20 ms, and the tests sign in
 * more than a thousand times. The cost that the product uses is checked in password.test.ts.
 */
export const testPasswordHash = hashSync(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });

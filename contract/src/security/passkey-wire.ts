import * as z from "zod/mini";

/** What WebAuthn sends is binary, as base64url. */
const binary = (maxLength: number) =>
  z.string().check(z.regex(/^[\w-]+$/, "Not a passkey"), z.maxLength(maxLength, "Not a passkey"));

/** A credential id has at most 1,023 bytes. */
const credentialId = binary(1364);

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.optional(z.array(z.string())),
});

/** What a browser is asked to sign with a passkey. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal("required"),
  /** Empty at sign-in: the browser offers what it has for this address. */
  allowCredentials: z.array(descriptor),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/** What a browser is asked to make a passkey with. */
export const passkeyInvitation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal("public-key") })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type PasskeyInvitation = z.output<typeof passkeyInvitation>;

/** A signature, as the browser gives it. Browsers may add fields, which are left out. */
export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    authenticatorData: binary(4000),
    clientDataJSON: binary(8000),
    signature: binary(8000),
    userHandle: z.optional(z.nullable(binary(100))),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** A new passkey, as the browser gives it. */
export const newPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    attestationObject: binary(16_000),
    clientDataJSON: binary(8000),
    transports: z.optional(
      z
        .array(z.string().check(z.regex(/^[\w-]{1,30}$/, "Not a passkey")))
        .check(z.maxLength(10, "Not a passkey")),
    ),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyInvitation,
  PasskeyRequest,
} from "@fc/contract/security/passkey-wire";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { COSEALG } from "@simplewebauthn/server/helpers";
import { minute } from "../../platform/clock.ts";
import type { PasskeyPlace } from "./place.ts";

/** How long a browser may wait for its user, and how long a challenge is kept. */
export const challengeMs = 5 * minute;
/** What today's authenticators have, the best first. */
const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

interface KnownCredential {
  credentialId: Buffer;
  transports: readonly string[];
}

const describedAs = ({ credentialId, transports }: KnownCredential) => ({
  id: text(credentialId),
  type: "public-key" as const,
  transports: [...transports],
});

/** What a passkey is asked to sign. Without credentials the browser offers all that it has for this place. */
export function requestFor(
  place: PasskeyPlace,
  { challenge, credentials = [] }: { challenge: Buffer; credentials?: readonly KnownCredential[] },
): PasskeyRequest {
  return {
    challenge: text(challenge),
    rpId: place.rpId,
    timeout: challengeMs,
    userVerification: "required",
    allowCredentials: credentials.map(describedAs),
  };
}

interface Invited {
  challenge: Buffer;
  userHandle: Buffer;
  refId: string;
  name: string;
  /** One authenticator holds one passkey of an account. */
  credentials: readonly KnownCredential[];
}

export function invitationFor(place: PasskeyPlace, invited: Invited): PasskeyInvitation {
  return {
    rp: { id: place.rpId, name: "FC Portal" },
    user: { id: text(invited.userHandle), name: invited.refId, displayName: invited.name },
    challenge: text(invited.challenge),
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
    timeout: challengeMs,
    excludeCredentials: invited.credentials.map(describedAs),
    // It is found without the user ID, and the device checks fingerprint, face or PIN.
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    // Which device it is does not matter to us, and would say something about its owner.
    attestation: "none",
  };
}

interface MadePasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: bigint;
}

/** The passkey that a browser has made for this challenge; undefined if anything is wrong with it. */
export async function madeFor(
  place: PasskeyPlace,
  { passkey, challenge }: { passkey: NewPasskey; challenge: Buffer },
): Promise<MadePasskey | undefined> {
  const { attestationObject, clientDataJSON } = passkey.response;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, response: { attestationObject, clientDataJSON }, clientExtensionResults: {} },
      expectedChallenge: text(challenge),
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: Buffer.from(id, "base64url"),
      publicKey: Buffer.from(publicKey),
      counter: BigInt(counter),
    };
  } catch {
    // The library throws for what does not fit.
    return undefined;
  }
}

interface Signed {
  answer: PasskeyAnswer;
  challenge: Buffer;
  publicKey: Buffer;
}

/** The authenticator's count of signatures, if this is its signature of this challenge; otherwise undefined. */
export async function signedCount(
  place: PasskeyPlace,
  { answer, challenge, publicKey }: Signed,
): Promise<bigint | undefined> {
  const { authenticatorData, clientDataJSON, signature } = answer.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { authenticatorData, clientDataJSON, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: text(challenge),
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
      // The library would compare the count before the signature. We compare it afterwards, because a passkey whose
      // count goes back is ended, and nobody without its key may cause that.
      credential: { id: answer.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return verified ? BigInt(authenticationInfo.newCounter) : undefined;
  } catch {
    return undefined;
  }
}

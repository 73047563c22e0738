import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyInvitation,
  PasskeyRequest,
} from "@fc/contract/security/passkey-wire";
import { ApiError } from "./api/api.ts";
import { invitationForLibrary, requestForLibrary } from "./asserted.ts";
import { problemFor, reasonFor } from "./lazy/lazy-component.ts";
import { msg } from "./msg.ts";

const notGiven = msg(
  "No passkey was used: it was cancelled, took too long, or this device has none for FC Portal",
);
const hereAlready = msg("This device holds a passkey of your account already");

/** Asks the device to sign. Its user allows it by fingerprint, face or PIN. */
export async function signByPasskey(options: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library();
  const answer = await startAuthentication({ optionsJSON: requestForLibrary(options) }).catch(refuse);
  const { id, rawId, response } = answer;
  return { id, rawId, type: "public-key", response };
}

/** Asks the device to make a passkey. */
export async function makePasskey(options: PasskeyInvitation): Promise<NewPasskey> {
  const { startRegistration } = await library();
  const made = await startRegistration({ optionsJSON: invitationForLibrary(options) }).catch(refuse);
  const { id, rawId, response } = made;
  return { id, rawId, type: "public-key", response };
}

/** Loaded when a button is pressed: few need it, and the login page is shown to all. */
export async function library() {
  try {
    return await import("@simplewebauthn/browser");
  } catch (missing) {
    throw problemFor(await reasonFor(missing));
  }
}

/** Browsers do not say more than that nothing was signed, so that a page learns nothing about its visitor. */
function refuse(error: unknown): never {
  const isHere = error instanceof Error && error.name === "InvalidStateError";
  // A status, because nothing was sent and so no answer was lost.
  throw new ApiError({ code: "NO_PASSKEY_GIVEN", message: isHere ? hereAlready : notGiven }, 400);
}

import { passkeyChallenge, passkeyLogin, passkeyRefused } from "@fc/contract/login/passkey";
import type { ResponseOf } from "@fc/contract/route";
import { ApiError, call } from "../../../lib/api/api.ts";
import { library, signByPasskey } from "../../../lib/passkeys.ts";

/** Loaded when the button is pressed. */
export async function signInByPasskey(): Promise<ResponseOf<typeof passkeyLogin>> {
  const [{ data }] = await Promise.all([call(passkeyChallenge), library()]);
  const answer = await signByPasskey(data);
  const signedIn = await call(passkeyLogin, { body: { answer } });
  if (!signedIn.isAuth) throw new ApiError({ code: "NO_MATCH", message: passkeyRefused });
  return signedIn;
}

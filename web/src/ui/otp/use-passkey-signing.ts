import { mayConfirmByPasskey, signChange, type OtpPurpose } from "@fc/contract/otp/portal";
import { use, useRef, useState } from "react";
import { call, type ApiError } from "../../lib/api/api.ts";
import { canUsePasskeys } from "../../lib/can-use-passkeys.ts";
import { signByPasskey } from "../../lib/passkeys.ts";
import { MemberContext } from "../../lib/session/member.ts";
import type { SentCode } from "./held-step.ts";

/** What a signature can be refused with; the form then says so and begins again. */
const refusals: ReadonlySet<string> = new Set([
  "NO_PASSKEY_GIVEN",
  "INVALID_PASSKEY",
  "PASSKEY_COPIED",
  "PASSKEY_TOO_LATE",
  "NO_PASSKEYS_HERE",
]);

export type PasskeySigning = ReturnType<typeof usePasskeySigning>;

/** A passkey in place of the codes, for members who chose so on the Security page. */
export function usePasskeySigning({ purpose, userId }: { purpose: OtpPurpose; userId: number }) {
  const isChosen = use(MemberContext)?.confirmsByPasskey === true;
  const [isMailWanted, setMailWanted] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  // A change that was refused after its signature is not signed a second time.
  const signed = useRef<string>(undefined);

  return {
    /** Whether the next step asks for a passkey. */
    isNext: isChosen && !isMailWanted && mayConfirmByPasskey(purpose) && canUsePasskeys(),
    problem,
    wantMail: () => setMailWanted(true),
    async sign({ grant, passkey }: SentCode): Promise<void> {
      if (!passkey || signed.current === grant) return;
      setProblem(undefined);
      const answer = await signByPasskey(passkey);
      await call(signChange, { body: { userId, grant, answer } });
      signed.current = grant;
    },
    /** Whether a refusal is about the passkey; if so, it is shown in the form. */
    refuse(error: ApiError): boolean {
      if (!refusals.has(error.code)) return false;
      setProblem(error);
      return true;
    },
    reset: () => setProblem(undefined),
  };
}

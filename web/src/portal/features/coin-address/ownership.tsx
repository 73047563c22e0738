import { proveCoinAddress, type CoinAddressOwnership } from "@fc/contract/coin-address/portal";
import { Text } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { LongTextField } from "../../../ui/form/long-text-field.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useChange } from "../../../ui/form/use-change.ts";

/** Whether the address is proven to be the member's own; and how to prove it, where large withdrawals need that. */
export default function Ownership({ ownership }: { ownership: NonNullable<CoinAddressOwnership> }) {
  const t = useT();
  if (ownership.proof) {
    return (
      <Note tone="good">
        {ownership.proof.kind === "signature"
          ? t("You have proven that this address is yours.")
          : t("We have accepted this address without a signature.")}
      </Note>
    );
  }
  if (ownership.neededAboveFc === null) return null;
  return <OwnershipForm text={ownership.text} neededAboveFc={ownership.neededAboveFc} />;
}

function OwnershipForm({ text, neededAboveFc }: { text: string; neededAboveFc: number }) {
  const t = useT();
  const { id: userId } = useMember();
  const [signature, setSignature] = useState("");
  const { busy, problem, submit } = useChange([], () =>
    call(proveCoinAddress, { body: { userId, signature } }),
  );
  return (
    <Form onSubmit={() => void submit()}>
      <h2>{t("Prove that this address is yours")}</h2>
      <p>
        {t(
          "Only to an address that is proven you can withdraw more than {limit} within 24 hours. Sign the text below, exactly as it stands, with the wallet of this address, and enter the signature.",
          { limit: coinsText(neededAboveFc) },
        )}
      </p>
      <Text
        component="pre"
        size="sm"
        p="sm"
        lang="en"
        aria-label={t("Text to sign")}
        style={{
          whiteSpace: "pre-wrap",
          overflowWrap: "anywhere",
          background: "var(--fc-info-wash)",
          borderRadius: "var(--mantine-radius-default)",
        }}
      >
        {text}
      </Text>
      <CopyButton text={text} label={t("Copy the text")} withLabel />
      <LongTextField
        label={t("Signature")}
        description={t("It begins with 0x. Most wallets and block explorers have “Sign message”.")}
        rows={3}
        spellCheck={false}
        autoComplete="off"
        value={signature}
        onChange={({ currentTarget: { value } }) => setSignature(value)}
      />
      <FormProblem error={problem} />
      <SubmitButton busy={busy}>{t("Prove")}</SubmitButton>
      <Text size="sm" c="dimmed">
        {t(
          "Signing is free, moves no coins and gives nobody access to them. An exchange's address cannot sign: please write to support then, and two of our people decide.",
        )}
      </Text>
    </Form>
  );
}

import type { PasskeyRequest } from "@fc/contract/security/passkey-wire";
import { approvePayouts } from "@fc/contract/withdraw/console-approvals";
import { ruleClauses, type PayoutRules } from "@fc/contract/withdraw/console-payout-rules";
import { Anchor, Button, Group, List, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../../lib/api/api.ts";
import { signByPasskey } from "../../../lib/passkeys.ts";
import { useAction } from "../../../ui/form/use-change.ts";
import { payoutsKey } from "./payout-queries.ts";

/** As two approvers read them before they sign. */
export function RulesInWords({ rules }: { rules: PayoutRules }) {
  return (
    <div>
      <p>A withdrawal is paid automatically if:</p>
      <List mt="xs" pe="md">
        {ruleClauses(rules).map((clause) => (
          <List.Item key={clause}>{clause}</List.Item>
        ))}
      </List>
    </div>
  );
}

interface SignRulesProps {
  text: string;
  request: PasskeyRequest | null;
  /** By this operator, before. */
  isSigned?: boolean;
  onSigned?: () => void;
  /** What can be done instead. */
  children: ReactNode;
}

/** One touch of the operator's passkey for payouts. */
export function SignRules({ text, request, isSigned = false, onSigned, children }: SignRulesProps) {
  const act = useAction(payoutsKey);
  const account: string = "/account";
  const sign = (asked: PasskeyRequest) =>
    void act(async () => {
      await call(approvePayouts, { body: { text, answer: await signByPasskey(asked) } });
      onSigned?.();
      return "Signed. The worker verifies it before it pays";
    });
  return (
    <>
      {!isSigned && request === null && (
        <Text>
          You have no passkey for payouts yet. Make one on{" "}
          <Anchor component={Link} to={account} inherit underline="always">
            your account's page
          </Anchor>
          .
        </Text>
      )}
      <Group gap="sm">
        {!isSigned && request !== null && <Button onClick={() => sign(request)}>Sign these rules</Button>}
        {children}
      </Group>
    </>
  );
}

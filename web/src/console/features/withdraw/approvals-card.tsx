import type { PasskeyRequest } from "@fc/contract/security/passkey-wire";
import { approvePayouts, payoutBatch, type PayoutBatchToSign } from "@fc/contract/withdraw/console-approvals";
import { Anchor, Button, Group, Stack, Table, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { signByPasskey } from "../../../lib/passkeys.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { useAction } from "../../../ui/form/use-change.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { payoutsKey } from "./payout-queries.ts";

const batchQuery = queryOptions({
  queryKey: [...payoutsKey, "batch"],
  queryFn: async () => (await call(payoutBatch)).data,
  refetchInterval: 30_000,
  // The operator may come back from making the passkey that was missing.
  refetchOnMount: "always",
});

/** What waits for the operator's own signature. The worker pays nothing that no approver has signed. */
export function ApprovalsCard() {
  const { role } = useOperator();
  const { data: batch } = useQuery({ ...batchQuery, enabled: mayCall(role, payoutBatch) });
  return batch ? <BatchCard batch={batch} /> : null;
}

function BatchCard({ batch: { purpose, text, payouts, request } }: { batch: PayoutBatchToSign }) {
  const act = useAction(payoutsKey);
  const account: string = "/account";
  const sign = (asked: PasskeyRequest) =>
    void act(async () => {
      await call(approvePayouts, { body: { text, answer: await signByPasskey(asked) } });
      return "Signed. The worker verifies it before it pays";
    });
  const count = payouts.length === 1 ? "1 payout" : `${payouts.length} payouts`;
  return (
    <Card title="To be signed by you">
      <Stack gap="sm">
        <Text c="dimmed">
          {purpose === "release"
            ? "Two operators have agreed that the hot wallet pays again. It does once approvers have signed that as well; then every payout is signed anew. Do not sign if nobody told you why it was paused."
            : "Compare each address and amount with the withdrawal before you sign. Your signature is for exactly these payments."}
        </Text>
        {payouts.length > 0 && <PaymentsToSign payouts={payouts} />}
        {request === null ? (
          <Text>
            You have no passkey for payouts yet. Make one on{" "}
            <Anchor component={Link} to={account} inherit underline="always">
              your account's page
            </Anchor>
            .
          </Text>
        ) : (
          <Group>
            <Button onClick={() => sign(request)}>
              {purpose === "release" ? "Sign that it pays again" : `Sign ${count}`}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

function PaymentsToSign({ payouts }: Pick<PayoutBatchToSign, "payouts">) {
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table>
        <Table.Tbody>
          {payouts.map(({ reference, name, address, amount }) => (
            <Table.Tr key={reference}>
              <Table.Td>
                <Whole>{reference}</Whole>
                <Text size="sm" c="dimmed">
                  {name}
                </Text>
                <Text size="sm" className="unit-id" style={{ overflowWrap: "anywhere" }}>
                  {address}
                </Text>
              </Table.Td>
              <Table.Td style={{ textAlign: "end", verticalAlign: "top" }}>
                <Whole>{coinsText(amount)}</Whole>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

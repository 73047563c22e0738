import { acceptUnsignedAddress } from "@fc/contract/coin-address/console";
import type { MemberPage } from "@fc/contract/members/console";
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { WaitingHere } from "../../proposals/waiting-here.tsx";
import { ActionDialog } from "./action-dialog.tsx";

/** Whether the coin address is proven; and how two operators accept one whose owner cannot sign. */
export function AddressOwnership({ member }: { member: MemberPage }) {
  const { role } = useOperator();
  const [isOpen, setOpen] = useState(false);
  const { id, refId, name, addressProof } = member;
  if (addressProof) {
    const at = dateTimeText(addressProof.provedAt, "en");
    return (
      <Text size="sm" c="dimmed">
        {addressProof.kind === "signature"
          ? `Signed by its owner on ${at}`
          : `Accepted without a signature on ${at}: ${addressProof.reason ?? ""}`}
      </Text>
    );
  }
  return (
    <>
      <Group gap="sm" justify="space-between">
        <Text size="sm" c="dimmed">
          Not signed by its owner
        </Text>
        {mayCall(role, acceptUnsignedAddress) && (
          <Button variant="default" size="sm" onClick={() => setOpen(true)}>
            Accept unsigned
          </Button>
        )}
      </Group>
      <WaitingHere kinds={["unsigned-address"]} subject={String(id)} />
      {isOpen && (
        <ActionDialog
          title={`Accept the coin address of ${name} without a signature`}
          action="Propose"
          done="Proposed: another operator has to confirm it"
          reasonLabel="Reason, as the other operator reads it"
          onClose={() => setOpen(false)}
          act={(_form, reason) => call(acceptUnsignedAddress, { params: { refId }, body: { reason } })}
        >
          <p>
            Only if its owner cannot sign, as with an exchange's address, and you know by another way that it
            is the member's, such as a picture of the exchange's page with name and address. It holds until
            another address is set.
          </p>
        </ActionDialog>
      )}
    </>
  );
}

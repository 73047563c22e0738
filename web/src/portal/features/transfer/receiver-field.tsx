import { errors } from "@fc/contract/errors";
import { normaliseRefId } from "@fc/contract/ref-id";
import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useT } from "../../../lib/i18n.ts";
import { useProblemMessage } from "../../../lib/labels/problem-message.ts";
import { besideInput } from "../../../ui/form/beside-input.tsx";
import { PlainTextField } from "../../../ui/form/fields.tsx";
import { CheckIcon } from "../../../ui/icons/icons.tsx";
import { receiverQuery } from "./queries.ts";

/** The member with the typed user id: looked up when Check is pressed, at once for an account that is fixed. */
export function useReceiver({ typed, fixed, own }: { typed: string; fixed: boolean; own: string }) {
  const [checkedRefId, setCheckedRefId] = useState("");
  const wanted = normaliseRefId(typed);
  const isOwn = wanted === own;
  const lookUp = useQuery(receiverQuery(isOwn ? "" : fixed ? wanted : checkedRefId));
  const message = useProblemMessage(lookUp.error);
  const isCurrent = !isOwn && (fixed || checkedRefId === wanted) && wanted !== "";
  return {
    // After a failed look-up the query still has the name of before, which no longer holds.
    name: isCurrent && !lookUp.error ? lookUp.data : undefined,
    isChecking: isCurrent && lookUp.isFetching,
    problem: isCurrent && lookUp.error ? message : undefined,
    check: () => {
      if (isCurrent) void lookUp.refetch();
      else setCheckedRefId(wanted);
    },
    /** Of one that is filled in, and not typed. */
    checkId: setCheckedRefId,
  };
}

interface ReceiverFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  receiver: ReturnType<typeof useReceiver>;
  /** The account is set by the platform. */
  fixed: boolean;
  /** One's own name needs no looking up; as a receiver it is refused. */
  own: { refId: string; name: string; isAllowed: boolean };
  error: string | undefined;
}

export function ReceiverField({ label, value, onChange, receiver, fixed, own, error }: ReceiverFieldProps) {
  const t = useT();
  const isOwn = normaliseRefId(value) === own.refId;
  const { name, isChecking, problem } = receiver;
  const check = () => {
    // As it is written everywhere else, so that it can be compared.
    onChange(normaliseRefId(value));
    receiver.check();
  };
  const shown = isOwn && !own.isAllowed ? t(errors.OWN_USER_ID[1]) : (problem ?? (error && t(error)));
  const found = isOwn && own.isAllowed ? own.name : name;
  return (
    <div className="stack stack-tight">
      <PlainTextField
        label={label}
        name="receiver"
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={32}
        disabled={fixed}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter looks the id up, as the button beside it does.
          if (event.key !== "Enter" || found !== undefined) return;
          event.preventDefault();
          check();
        }}
        error={shown !== undefined && !isChecking && shown}
        inputContainer={besideInput(
          <Button
            variant="default"
            onClick={() => !isOwn && check()}
            aria-disabled={isChecking || isOwn}
            mod={{ busy: isChecking, waiting: isOwn }}
          >
            {isChecking ? t("Loading") : t("Check")}
          </Button>,
        )}
      />
      <Group className="receiver-name" role="status" gap={6} mih={24} fw={600}>
        {found !== undefined && (
          <>
            <Text span c="var(--fc-good-text)" lh={0}>
              <CheckIcon />
            </Text>
            {found}
          </>
        )}
      </Group>
    </div>
  );
}

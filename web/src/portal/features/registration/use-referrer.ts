import { normaliseRefId } from "@fc/contract/ref-id";
import { registrationMessages } from "@fc/contract/registration/portal";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import type { Member } from "../../../lib/session/member.ts";
import { useProblemMessage } from "../../../lib/labels/problem-message.ts";
import { referrerQuery } from "./queries.ts";

/** Finds the member with the typed user id, when Check is pressed, or at once for the id of a link. */
export function useReferrer({
  typed,
  first,
  member,
}: {
  typed: string;
  first: string;
  member?: Member | undefined;
}) {
  const t = useT();
  const [checkedRefId, setCheckedRefId] = useState(normaliseRefId(first));
  const isOwn = checkedRefId !== "" && checkedRefId === member?.refId;
  const lookUp = useQuery(referrerQuery(isOwn ? "" : checkedRefId));
  const message = useProblemMessage(lookUp.error);
  const current = checkedRefId !== "" && normaliseRefId(typed) === checkedRefId;
  const isUnknown = lookUp.error instanceof ApiError && lookUp.error.code === "NOT_FOUND";

  return {
    name: current ? (isOwn ? member.name : lookUp.data) : undefined,
    checking: current && lookUp.isFetching,
    problem:
      current && lookUp.error ? (isUnknown ? t(registrationMessages.referrerUnknown) : message) : undefined,
    isUnknown: current && isUnknown,
    check: () => {
      if (current && lookUp.error) void lookUp.refetch();
      else setCheckedRefId(normaliseRefId(typed));
    },
  };
}
export type Referrer = ReturnType<typeof useReferrer>;

import type { UseQueryResult } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useMember } from "../../lib/session/member.ts";
import { ErrorState } from "../feedback/problem.tsx";
import { PageSkeleton } from "../feedback/skeletons.tsx";
import { Card, Page } from "../layout/page.tsx";
import type { HeldStep } from "../otp/held-step.ts";
import { Unanswered } from "../otp/unanswered.tsx";
import type { Done } from "../otp/use-otp-change.ts";
import { reviewedStep } from "./review.tsx";
import { useMoneyDone, type MoneyPurpose } from "./use-money-done.ts";

/** What a money form gets of its page. */
export interface MoneyFormProps<Data, Purpose extends MoneyPurpose> {
  data: Data;
  /** A step to go on with: begun before a reload, or sent without an answer and found not done. */
  held: HeldStep<Purpose> | undefined;
  onDone: (purpose: MoneyPurpose, done: Done) => void;
  onLeft: () => void;
}

interface MoneyPageProps<Data, Purpose extends MoneyPurpose> {
  query: UseQueryResult<Data>;
  purposes: readonly Purpose[];
  children: (form: MoneyFormProps<Data, Purpose>) => ReactNode;
}

/** A page whose form moves coins. Before it offers the form, it settles a request whose answer was lost. */
export function MoneyPage<Data, Purpose extends MoneyPurpose>(props: MoneyPageProps<Data, Purpose>) {
  const { query, purposes, children } = props;
  const { id: userId } = useMember();
  const onDone = useMoneyDone();
  const { data, error, refetch } = query;
  if (data !== undefined) {
    return (
      <Unanswered purposes={purposes} userId={userId} onDone={onDone}>
        {({ notDone, onLeft }) =>
          children({ data, held: notDone ?? reviewedStep(purposes, userId), onDone, onLeft })
        }
      </Unanswered>
    );
  }
  if (!error) return <PageSkeleton />;
  return (
    <Page width="form">
      <Card>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    </Page>
  );
}

interface MoneyFormOptions<Form> {
  /** The form of a step to go on with, as it was confirmed: its review opens at once. */
  held: Form | undefined;
  /** The form as the page begins. */
  first: Form;
  /** What is emptied once the coins have moved. */
  emptied: Partial<Form>;
  onDone: (purpose: MoneyPurpose, done: Done) => void;
  onLeft: () => void;
}

/** A form that moves coins: what is typed, whether its problems are shown, and its review. */
export function useMoneyForm<Form>({ held, first, emptied, onDone, onLeft }: MoneyFormOptions<Form>) {
  const [form, setForm] = useState(held ?? first);
  const [isTried, setTried] = useState(false);
  const [isReviewing, setReviewing] = useState(held !== undefined);
  return {
    form,
    change: (part: Partial<Form>) => setForm((before) => ({ ...before, ...part })),
    isTried,
    setTried,
    isReviewing,
    submit: (isFine: boolean) => {
      setTried(true);
      if (isFine) setReviewing(true);
    },
    review: {
      onClose: () => {
        setReviewing(false);
        onLeft();
      },
      onDone: (purpose: MoneyPurpose, done: Done) => {
        setReviewing(false);
        setTried(false);
        setForm((before) => ({ ...before, ...emptied }));
        onDone(purpose, done);
      },
    },
  };
}

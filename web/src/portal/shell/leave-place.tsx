import { Suspense, useEffect, useRef, useState } from "react";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";
import { whenIdle } from "../../lib/lazy/when-idle.ts";
import { loadOrNotify } from "../../ui/feedback/load-or-notify.ts";
import { unsaved } from "../../ui/form/unsaved.ts";
import { leaving } from "../leave-guard.ts";

const LeaveQuestion = lazyComponent(() => import("./leave-question.tsx"));

/** The place of the question whether to leave what was entered. The guard of the addresses asks it. */
export function LeavePlace() {
  const [isAsked, setAsked] = useState(false);
  const answer = useRef<(leaves: boolean) => void>(undefined);
  useEffect(() => {
    leaving.mayLeave = async () => {
      if (!unsaved.isThere()) return true;
      // Without its code nobody can be asked, and nothing that was entered may be lost by that.
      if (!(await loadOrNotify([LeaveQuestion], { onRetry: () => void LeaveQuestion.preload() })))
        return false;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      // Of two pages that were chosen the last one counts.
      answer.current?.(false);
      answer.current = resolve;
      setAsked(true);
      return promise;
    };
    const stop = unsaved.watch();
    const cancel = whenIdle(LeaveQuestion.preload);
    return () => {
      delete leaving.mayLeave;
      stop();
      cancel();
    };
  }, []);
  const take = (leaves: boolean) => {
    setAsked(false);
    if (leaves) unsaved.forget();
    answer.current?.(leaves);
  };
  return <Suspense>{isAsked && <LeaveQuestion onAnswer={take} />}</Suspense>;
}

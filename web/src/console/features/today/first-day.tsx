import type { Today } from "@fc/contract/today/console";
import {
  firstDayStepNames,
  firstDaySteps,
  type FirstDayStepName,
} from "@fc/contract/today/console-first-day";
import { Link } from "@tanstack/react-router";
import { CheckIcon } from "../../../ui/icons/icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { TestMailButton } from "../../mail/test-mail-button.tsx";

type FirstDayState = NonNullable<Today["firstDay"]>;

/** What is left to do before members can come. It disappears once everything is done. */
export function FirstDay({ done }: { done: FirstDayState }) {
  const doneCount = firstDayStepNames.filter((name) => done[name]).length;
  return (
    <Card title="Before members come">
      <p className="small dimmed">
        {doneCount} of {firstDayStepNames.length} done
      </p>
      <ol className="plain-list first-day" aria-label="Before members come">
        {firstDayStepNames.map((name) => (
          <FirstDayLine key={name} name={name} isDone={done[name]} />
        ))}
      </ol>
    </Card>
  );
}

function FirstDayLine({ name, isDone }: { name: FirstDayStepName; isDone: boolean }) {
  const { label, help } = firstDaySteps[name];
  // The router knows the portal's addresses only, so the console's are texts.
  const to: string = firstDaySteps[name].to;
  return (
    <li className="first-day-step" data-done={isDone}>
      <span className="first-day-mark" aria-hidden>
        {isDone && <CheckIcon />}
      </span>
      <span>
        {isDone ? label : <Link to={to}>{label}</Link>}
        <span className="visually-hidden">{isDone ? ", done" : ", to do"}</span>
        {!isDone && <span className="small dimmed first-day-help">{help}</span>}
      </span>
      {name === "mail" && !isDone && <TestMailButton />}
    </li>
  );
}

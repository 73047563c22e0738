import { Box, Flex, Text, ThemeIcon } from "@mantine/core";
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

/** What is left to do before members can come. It folds once most is done, and disappears once everything is. */
export function FirstDay({ done }: { done: FirstDayState }) {
  const doneCount = firstDayStepNames.filter((name) => done[name]).length;
  const count = `${doneCount} of ${firstDayStepNames.length} done`;
  return (
    <Card title="Before members come">
      {doneCount * 2 > firstDayStepNames.length ? (
        <details>
          <summary>{count}</summary>
          <Steps done={done} />
        </details>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {count}
          </Text>
          <Steps done={done} />
        </>
      )}
    </Card>
  );
}

function Steps({ done }: { done: FirstDayState }) {
  return (
    <Flex component="ol" className="plain-list" direction="column" gap="sm" aria-label="Before members come">
      {firstDayStepNames.map((name) => (
        <FirstDayLine key={name} name={name} isDone={done[name]} />
      ))}
    </Flex>
  );
}

function FirstDayLine({ name, isDone }: { name: FirstDayStepName; isDone: boolean }) {
  const { label, help } = firstDaySteps[name];
  // The router knows the portal's addresses only, so the console's are texts.
  const to: string = firstDaySteps[name].to;
  return (
    <Flex component="li" align="flex-start" gap="xs">
      <ThemeIcon
        size="1.5rem"
        radius="xl"
        variant={isDone ? "transparent" : "default"}
        color="var(--fc-good-text)"
        aria-hidden
      >
        {isDone && <CheckIcon />}
      </ThemeIcon>
      <Box flex={1}>
        {isDone ? label : <Link to={to}>{label}</Link>}
        <span className="visually-hidden">{isDone ? ", done" : ", to do"}</span>
        {!isDone && (
          <Text size="sm" c="dimmed">
            {help}
          </Text>
        )}
      </Box>
      {name === "mail" && !isDone && <TestMailButton />}
    </Flex>
  );
}

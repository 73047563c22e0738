import { highScore } from "@fc/contract/signals/console-rules";
import { Text } from "@mantine/core";
import { StateTag } from "../../ui/content/state-tag.tsx";
import { AlertIcon } from "../../ui/icons/icons.tsx";

/** The points of a member's open signals; nothing where there are none. */
export function Score({ score }: { score: number }) {
  if (score === 0) return null;
  return (
    <StateTag status={score >= highScore ? "R" : undefined} icon={AlertIcon}>
      Score {score}
    </StateTag>
  );
}

/** The same in a line of a queue. */
export function ScoreInLine({ score }: { score: number | undefined }) {
  if (score === undefined) return null;
  return (
    <Text span inherit fw={600} c={score >= highScore ? "var(--fc-bad-text)" : "var(--fc-info-text)"}>
      {" "}
      · score {score}
    </Text>
  );
}

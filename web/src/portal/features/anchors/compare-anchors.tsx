import { sure } from "@fc/contract/sure";
import { compareKept, wrongLinkIn, type KeptLine, type KeptOutcome } from "@fc/contract/anchors/history";
import { useLingui } from "@lingui/react";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { Button, FileButton, Group } from "@mantine/core";
import { useState } from "react";
import { dayText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { Note, type Tone } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { LongTextField } from "../../../ui/form/long-text-field.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { wholeHistory } from "./queries.ts";

const hexSha256 = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));

interface Compared {
  lines: readonly KeptLine[];
  days: number;
  /** The first day whose link is wrong. */
  wrongSince: string | undefined;
}

/** Computed in the browser, with the history as this browser is given it. */
export function CompareAnchors() {
  const t = useT();
  const [kept, setKept] = useState("");
  const [compared, setCompared] = useState<Compared>();
  const { busy, problem, submit } = useSubmit(async (text: string) => {
    setCompared(undefined);
    const history = await wholeHistory();
    const wrongSince = wrongLinkIn(history, hexSha256);
    setCompared({ lines: compareKept(text, history), days: history.length, wrongSince });
  });
  const openFile = async (file: File | null) => {
    if (!file) return;
    const text = await file.text();
    setKept(text);
    await submit(text);
  };
  return (
    <Form className="stack" onSubmit={() => void submit(kept)}>
      <LongTextField
        label={t("A line, a head or a whole file that you kept")}
        rows={4}
        value={kept}
        spellCheck={false}
        onChange={({ currentTarget: { value } }) => setKept(value)}
      />
      <FormProblem error={problem} />
      <Group grow>
        <SubmitButton busy={busy}>{t("Compare")}</SubmitButton>
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void openFile(file)}>
          {(props) => (
            <Button variant="default" {...props}>
              {t("Open a file")}
            </Button>
          )}
        </FileButton>
      </Group>
      {compared && <Outcome compared={compared} />}
      <p className="small dimmed">
        {t(
          "Compare with somebody else as well: if two people are shown different lines for one day, one of them is shown something false.",
        )}
      </p>
    </Form>
  );
}

const tones = { same: "good", changed: "bad", missing: "bad" } as const satisfies Record<KeptOutcome, Tone>;

function Outcome({ compared: { lines, days, wrongSince } }: { compared: Compared }) {
  const t = useT();
  const { i18n } = useLingui();
  const of = (outcome: KeptOutcome) => lines.filter((line) => line.outcome === outcome);
  const [same, changed, missing] = [of("same"), of("changed"), of("missing")];
  const dayOf = ({ now }: KeptLine) => now && dayText(now.day, i18n.locale);
  return (
    <>
      {lines.length === 0 && (
        <Note tone="bad" live>
          {t(
            "There is no head, root or link in it. A head looks like 12:9f… with 64 characters after the colon.",
          )}
        </Note>
      )}
      {same.length > 0 && (
        <Note tone={tones.same} live>
          {same.length === 1
            ? t("It is in the history, unchanged: {day}.", { day: dayOf(sure(same[0])) })
            : t("{count} lines are in the history, unchanged: {from} to {to}.", {
                count: same.length,
                from: dayOf(sure(same[0])),
                to: dayOf(sure(same.at(-1))),
              })}
        </Note>
      )}
      {changed.map((line) => (
        <Note key={line.kept} tone={tones.changed} live>
          <p>
            <strong>{t("The history now says something else for {day}.", { day: dayOf(line) })}</strong>
          </p>
          <p style={{ overflowWrap: "anywhere" }}>{t("You kept: {kept}", { kept: line.kept })}</p>
        </Note>
      ))}
      {missing.map((line) => (
        <Note key={line.kept} tone={tones.missing} live>
          <p>
            <strong>{t("This is not in the history.")}</strong>
          </p>
          <p style={{ overflowWrap: "anywhere" }}>{t("You kept: {kept}", { kept: line.kept })}</p>
        </Note>
      ))}
      {wrongSince === undefined ? (
        <p className="small">
          {t("The links of all {days} days were computed again and are right.", { days })}
        </p>
      ) : (
        <Note tone="bad" live>
          {t("The links are wrong from {day} on: a line was changed.", {
            day: dayText(wrongSince, i18n.locale),
          })}
        </Note>
      )}
    </>
  );
}

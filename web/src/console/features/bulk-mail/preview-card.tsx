import type { BulkMailContent } from "@fc/contract/bulk-mail/console";
import { leftOutReasonNames, leftOutReasons } from "@fc/contract/bulk-mail/console-kinds";
import { languageCodes, languages, type Language } from "@fc/contract/languages";
import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { countText } from "./bulk-mail-cells.tsx";
import { audienceQuery, previewQuery } from "./queries.ts";

/** After a pause in typing: each letter would count a million members. */
const pauseMs = 600;

/** To how many it goes, who is left out, and how it looks to one of them. */
export function PreviewCard({ content }: { content: BulkMailContent }) {
  const [asked] = useDebouncedValue(content, pauseMs);
  return (
    <Stack>
      <Audience content={asked} />
      <Card title="As a member sees it">
        <RenderedMail content={asked} />
      </Card>
    </Stack>
  );
}

function Audience({ content: { kind, filter } }: { content: BulkMailContent }) {
  const { data, error, refetch } = useQuery(audienceQuery({ kind, filter }));
  return (
    <Card title="How many get it" aria-label="How many get it" aria-live="polite">
      {data ? (
        <Figures>
          <Figure label="Members that fit">{countText(data.found)}</Figure>
          {leftOutReasonNames.map((reason) => (
            <Figure key={reason} label={`Left out: ${leftOutReasons[reason].toLowerCase()}`}>
              {countText(data.leftOut[reason])}
            </Figure>
          ))}
          <Figure label="Get the mail" strong>
            {countText(data.gets)}
          </Figure>
        </Figures>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PageSkeleton />
      )}
      {data?.takesTwo && (
        <Text size="sm" c="dimmed">
          To so many members, an admin other than you confirms it before it leaves.
        </Text>
      )}
    </Card>
  );
}

/** What is not written yet is shown as a dash, so that the rest can be looked at. */
function withoutGaps(content: BulkMailContent): BulkMailContent {
  const filled = ({ en, hi }: Record<Language, string>) => ({ en: en.trim() || "–", hi: hi.trim() || "–" });
  return { ...content, subject: filled(content.subject), text: filled(content.text) };
}

/** The mail of one member of the set, in each language; the next member is one press away. */
export function RenderedMail({ content }: { content: BulkMailContent }) {
  const [language, setLanguage] = useState<Language>("en");
  const [after, setAfter] = useState(0);
  const { data, error, refetch } = useQuery(previewQuery(withoutGaps(content), after));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const { member, mails } = data;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label="Language of the preview"
          value={language}
          data={languageCodes.map((value) => ({ value, label: languages[value] }))}
          onChange={(value) => setLanguage(value === "hi" ? "hi" : "en")}
        />
        {member && (
          <Button variant="default" onClick={() => setAfter(member.id)}>
            Another member
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {member
          ? `For ${member.name} (${member.refId}), who reads ${languages[member.language]}`
          : "Nobody would get it: filled in with an example"}
      </Text>
      <Text fw={600} lang={language} className="any-length">
        {mails[language].subject}
      </Text>
      <iframe
        title={`The mail in ${languages[language]}`}
        // Nothing in it runs, and nothing of this page is within its reach.
        sandbox=""
        srcDoc={mails[language].html}
        lang={language}
        style={{ width: "100%", height: "36rem", border: "1px solid var(--fc-line)", borderRadius: "0.5rem" }}
      />
    </>
  );
}

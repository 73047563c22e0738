import { previewBulkMail, type BulkMail } from "@fc/contract/bulk-mail/console";
import { languageCodes, languages } from "@fc/contract/languages";
import { Stack, Text } from "@mantine/core";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { RenderedMail } from "./preview-card.tsx";

/** The words of a mail, and how members see them. Who only reads the console is shown the words. */
export function WhatWasSent({ mail }: { mail: BulkMail }) {
  const { role } = useOperator();
  const { kind, serviceReason, filter, subject, text } = mail;
  return (
    <Card title="What it says">
      {mayCall(role, previewBulkMail) ? (
        <RenderedMail content={{ kind, serviceReason, filter, subject, text }} />
      ) : (
        languageCodes.map((language) => (
          <Stack key={language} gap={4} lang={language} role="group" aria-label={languages[language]}>
            <Text fw={600}>{subject[language]}</Text>
            <Text style={{ whiteSpace: "pre-wrap" }}>{text[language]}</Text>
          </Stack>
        ))
      )}
    </Card>
  );
}

import { Button } from "@mantine/core";
import { createOwnSupportRecord } from "@fc/contract/support/portal";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { SupportForm } from "./support-form.tsx";

export default function SupportPage() {
  const t = useT();
  const member = useMember();
  const [reference, setReference] = useState<string>();
  return (
    <Page width="form">
      <Card>
        {reference ? (
          <>
            <Note tone="good">
              <p>{t("Your message has reached us.")}</p>
              <p className="reference">
                {t("Reference number: {reference}", { reference })}
                <CopyButton text={reference} label={t("Copy the reference number")} />
              </p>
            </Note>
            <p>{t("We also sent this number to your e-mail. Please quote it when you write again.")}</p>
            <Button variant="default" onClick={() => setReference(undefined)}>
              {t("Write another message")}
            </Button>
          </>
        ) : (
          <>
            <p className="dimmed">
              {t("Tell us what happened. You get a reference number for your message.")}
            </p>
            <SupportForm
              refId={member.refId}
              fixedRefId
              send={async (body) => (await call(createOwnSupportRecord, { body })).data.reference}
              onSent={setReference}
            />
          </>
        )}
      </Card>
    </Page>
  );
}

import { createOwnSupportRecord } from "@fc/contract/support/portal";
import { Button, Group, SimpleGrid, Stack } from "@mantine/core";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { FaqList } from "./faq-list.tsx";
import { MessagePicture, useMessagePicture } from "./message-picture.tsx";
import { OwnMessages } from "./own-messages.tsx";
import { contactQuery, ownMessagesQuery, supportKey } from "./queries.ts";
import { SupportForm } from "./support-form.tsx";
import "@mantine/core/styles/SimpleGrid.layer.css";
import "@mantine/core/styles/Stack.layer.css";

export default function SupportPage() {
  const { receipt } = useSearch({ from: "/frame/shell/support" });
  const { id } = useMember();
  const contact = useQuery(contactQuery(id));
  const written = useInfiniteQuery(ownMessagesQuery(id));
  /** Of the message that was just sent. */
  const [reference, setReference] = useState<string>();
  // Drawn at once with all that stands above the form: the form must not move while it is being filled.
  if (contact.isPending || written.isPending) return <PageSkeleton />;
  const messages = written.data?.pages.flatMap(({ data }) => data) ?? [];
  // Help with a receipt begins with the form; what was written about it before is above.
  const shown = receipt === undefined ? messages : messages.filter((one) => one.receipt === receipt);
  const mobileNumber = contact.data?.mobileNumber ?? "";
  return (
    <Page>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Stack>
          <WriteCard
            key={receipt}
            receipt={receipt}
            reference={reference}
            onReference={setReference}
            contact={{ number: mobileNumber, email: contact.data?.mailId ?? "" }}
          />
        </Stack>
        <Stack>
          {reference === undefined && shown.length > 0 && (
            <OwnMessages
              messages={shown}
              onMore={
                receipt === undefined && written.hasNextPage ? () => void written.fetchNextPage() : undefined
              }
            />
          )}
          <FaqList />
        </Stack>
      </SimpleGrid>
    </Page>
  );
}

interface WriteCardProps {
  receipt: string | undefined;
  reference: string | undefined;
  onReference: (reference: string | undefined) => void;
  contact: { number: string; email: string };
}

function WriteCard({ receipt, reference, onReference, contact }: WriteCardProps) {
  const t = useT();
  const member = useMember();
  const queries = useQueryClient();
  const { picture, isSending } = useMessagePicture();
  const sent = async (sentReference: string) => {
    picture.drop();
    onReference(sentReference);
    await queries.invalidateQueries({ queryKey: supportKey });
  };
  return (
    <Card>
      {reference ? (
        <>
          <Note tone="good" live>
            <p>{t("Your message has reached us.")}</p>
            <Group component="p" gap={4} wrap="nowrap">
              {t("Reference number: {reference}", { reference })}
              <CopyButton text={reference} label={t("Copy the reference number")} />
            </Group>
          </Note>
          <p>{t("We also sent this number to your e-mail. Please quote it when you write again.")}</p>
          <Button
            // The colour of links would miss the contrast on the filled button.
            c="var(--button-color)"
            px="xs"
            renderRoot={(props) => <Link {...props} to="/support/$reference" params={{ reference }} />}
          >
            {t("See your message and our answers")}
          </Button>
          <Button variant="default" onClick={() => onReference(undefined)}>
            {t("Write another message")}
          </Button>
        </>
      ) : (
        <>
          <p className="dimmed">{t("Tell us what happened. You get a reference number for your message.")}</p>
          {receipt !== undefined && (
            <Note>
              <p>
                {t("Your message is about this receipt:")}{" "}
                <Link to="/receipt/$reference" params={{ reference: receipt }} className="unit-id">
                  {receipt}
                </Link>
              </p>
            </Note>
          )}
          <SupportForm
            refId={member.refId}
            fixedRefId
            name={member.name}
            contact={contact}
            draftOf={`${member.refId} ${receipt ?? ""}`}
            picture={<MessagePicture picture={picture} />}
            isWaiting={isSending}
            send={async (record) => {
              const { proofImageUrl } = picture;
              const body = { ...record, receipt, proofImageUrl };
              return (await call(createOwnSupportRecord, { body })).data.reference;
            }}
            onSent={(sentReference) => void sent(sentReference)}
          />
        </>
      )}
    </Card>
  );
}

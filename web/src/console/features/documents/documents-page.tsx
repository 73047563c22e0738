import { sure } from "@fc/contract/sure";
import {
  saveDocumentDraft,
  type ConsoleDocument,
  type ConsoleDocumentVersion,
} from "@fc/contract/documents/console";
import { documentKinds, filledText, unfinishedIn } from "@fc/contract/documents/kinds";
import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { DocumentText } from "../../../ui/content/document-text.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { WaitingHere } from "../../proposals/waiting-here.tsx";
import { DiscardDialog, DraftEditor, ReleaseDialog } from "./draft-dialogs.tsx";
import { documentsQuery } from "./queries.ts";

/** The texts that bind: each with its versions, and the draft of the next one. Only the draft can be changed. */
export default function DocumentsPage() {
  const { data, error, refetch } = useQuery(documentsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <Stack gap="1.5rem">
      <WaitingHere kinds={["document"]} />
      {data.documents.map((document) => (
        <DocumentCard key={document.kind} document={document} values={data.values} />
      ))}
    </Stack>
  );
}

type Values = Readonly<Record<string, string>>;
type Open = "edit" | "preview" | "release" | "discard" | ConsoleDocumentVersion;

function DocumentCard({ document, values }: { document: ConsoleDocument; values: Values }) {
  const [open, setOpen] = useState<Open>();
  const { kind, versions, draft } = document;
  const { title } = documentKinds[kind];
  const [newest] = versions;
  const onClose = () => setOpen(undefined);
  return (
    <Card aria-label={title}>
      <Group justify="space-between" gap="0.75rem 1.5rem">
        <h2 className="card-title">{title}</h2>
        <StateTag status={newest ? "A" : "P"}>
          {newest ? `Version ${newest.version} in force` : "Not released: nobody has to accept it"}
        </StateTag>
      </Group>
      <Draft document={document} values={values} onOpen={setOpen} />
      {versions.length > 0 && <Versions versions={versions} onOpen={setOpen} />}
      {open === "edit" && (
        <DraftEditor
          kind={kind}
          revision={draft?.revision ?? 0}
          text={draft?.text ?? sure(newest).text}
          onClose={onClose}
        />
      )}
      {draft && open === "release" && (
        <ReleaseDialog kind={kind} revision={draft.revision} isFirst={!newest} onClose={onClose} />
      )}
      {draft && open === "discard" && (
        <DiscardDialog kind={kind} revision={draft.revision} onClose={onClose} />
      )}
      {draft && open === "preview" && (
        <Reader
          title={`${title}: draft`}
          en={filledText(draft.text.en, values)}
          hi={filledText(draft.text.hi, values)}
          onClose={onClose}
        />
      )}
      {typeof open === "object" && (
        <Reader title={`${title}: version ${open.version}`} {...open.text} onClose={onClose} />
      )}
    </Card>
  );
}

interface DraftProps {
  document: ConsoleDocument;
  values: Values;
  onOpen: (open: Open) => void;
}

function Draft({ document: { draft, versions }, values, onOpen }: DraftProps) {
  const { role } = useOperator();
  const mayEdit = mayCall(role, saveDocumentDraft);
  if (!draft) {
    return (
      mayEdit && (
        <Group justify="space-between" gap="0.75rem 1.5rem">
          <Text c="dimmed">There is no draft. A new version begins as a draft of the one in force.</Text>
          <Button variant="default" onClick={() => onOpen("edit")}>
            Begin a draft
          </Button>
        </Group>
      )
    );
  }
  const unfinished =
    unfinishedIn(filledText(draft.text.en, values)) ?? unfinishedIn(filledText(draft.text.hi, values));
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        {draft.editedBy === null || draft.editedAt === null
          ? versions.length > 0
            ? "The Hindi text in force has sentences that say something else than the English ones. The draft corrects them; save and release it. Members then accept the new version."
            : "The draft is the text that comes with the product, for your lawyer to check."
          : `Draft of ${draft.editedBy}, ${dateTimeText(draft.editedAt, "en")}.`}
      </Text>
      {unfinished && (
        <Note>
          It cannot be released yet: “{unfinished}” is not for members. Take remarks in square brackets out;
          what stands in braces comes from Settings, Company.
        </Note>
      )}
      <Group gap="sm">
        {mayEdit && draft.revision > 0 && !unfinished && (
          <Button onClick={() => onOpen("release")}>Release</Button>
        )}
        {mayEdit && (
          <Button variant="default" onClick={() => onOpen("edit")}>
            Edit
          </Button>
        )}
        <Button variant="default" onClick={() => onOpen("preview")}>
          Preview
        </Button>
        {mayEdit && draft.revision > 0 && (
          <Button variant="default" onClick={() => onOpen("discard")}>
            Throw away
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface VersionsProps {
  versions: readonly ConsoleDocumentVersion[];
  onOpen: (version: ConsoleDocumentVersion) => void;
}

function Versions({ versions, onOpen }: VersionsProps) {
  return (
    <ul className="plain-list ruled-list">
      {versions.map((version) => (
        <li key={version.version}>
          <button
            type="button"
            className="link-button"
            // As far to the left as the texts above it.
            style={{ marginInlineStart: "-0.25rem" }}
            onClick={() => onOpen(version)}
          >
            Version {version.version}
          </button>{" "}
          <Text span size="sm" c="dimmed">
            released {dateTimeText(version.releasedAt, "en")} by {version.releasedBy}
            {version.proposedBy !== version.releasedBy && `, proposed by ${version.proposedBy}`} ·{" "}
            {version.isSubstantial ? "a change in substance" : "no change in substance"} · accepted by{" "}
            {version.accepted.toLocaleString("en-IN")}
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** Both languages side by side, as members read them. */
function Reader({ title, en, hi, onClose }: { title: string; en: string; hi: string; onClose: () => void }) {
  return (
    <Dialog title={title} isWide onClose={onClose}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <DocumentText text={en} lang="en" />
        <DocumentText text={hi} lang="hi" />
      </SimpleGrid>
    </Dialog>
  );
}

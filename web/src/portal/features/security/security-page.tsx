import { SimpleGrid } from "@mantine/core";
import { Page } from "../../../ui/layout/page.tsx";
import { AuthenticatorCard } from "./authenticator-card.tsx";
import { DocumentsCard } from "./documents-card.tsx";
import { EmailCard } from "./email-card.tsx";
import { EventsCard } from "./events-card.tsx";
import { MailPhraseCard } from "./mail-phrase-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";

export default function SecurityPage() {
  return (
    <Page>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" style={{ alignItems: "start" }}>
        <div className="stack stack-loose">
          <AuthenticatorCard />
          <PasskeysCard />
          <EmailCard />
          <MailPhraseCard />
          <SessionsCard />
          <DocumentsCard />
        </div>
        <EventsCard />
      </SimpleGrid>
    </Page>
  );
}

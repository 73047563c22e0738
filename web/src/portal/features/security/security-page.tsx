import { Page } from "../../../ui/layout/page.tsx";
import { AuthenticatorCard } from "./authenticator-card.tsx";
import { EmailCard } from "./email-card.tsx";
import { EventsCard } from "./events-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import "./security.css";

export default function SecurityPage() {
  return (
    <Page>
      <div className="security">
        <div className="stack stack-loose">
          <AuthenticatorCard />
          <EmailCard />
          <SessionsCard />
        </div>
        <EventsCard />
      </div>
    </Page>
  );
}

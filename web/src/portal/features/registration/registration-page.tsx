import { preferredType } from "@fc/contract/referrals/preference";
import { useLocation, useParams } from "@tanstack/react-router";
import { Suspense, use, useEffect, useState, type ReactNode } from "react";
import { useT } from "../../../lib/i18n.ts";
import { MemberContext } from "../../../lib/session/member.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { lazyComponent } from "../../../lib/lazy/lazy-component.ts";
import { whenIdle } from "../../../lib/lazy/when-idle.ts";
import {
  holdRegistration,
  storedRegistration,
  type Origin,
  type Registration,
} from "./stored-registration.ts";
import type { LaterStep } from "./after-the-form.tsx";
import { RegistrationFields } from "./registration-fields.tsx";
import { sideIn } from "./registration-form.ts";
import "./registration.css";

const AfterTheForm = lazyComponent(() => import("./after-the-form.tsx"));
// Most links name a side themselves.
const PreferredSide = lazyComponent(() => import("./preferred-side.tsx"));

type RegistrationStep = { name: "form" } | LaterStep;

function firstStep(origin: Origin): RegistrationStep {
  const registration = storedRegistration(origin, Date.now());
  return registration ? { name: "summary", registration } : { name: "form" };
}

/** For anybody: inside the shell for members, in the public frame for visitors. */
export default function RegistrationPage() {
  const { parentRefId, type } = useParams({ strict: false });
  // Another link is another form; nothing of the first may linger in it.
  return <RegistrationSteps key={`${parentRefId}/${type}`} linkRefId={parentRefId} linkType={type} />;
}

interface RegistrationStepsProps {
  linkRefId: string | undefined;
  linkType: string | undefined;
}

function RegistrationSteps({ linkRefId, linkType }: RegistrationStepsProps) {
  const t = useT();
  const member = use(MemberContext);
  const { pathname } = useLocation();
  const origin = { page: pathname, memberId: member?.id };
  const [step, setStep] = useState(() => firstStep(origin));
  const linkSide = sideIn(linkType);
  useEffect(() => whenIdle(() => void AfterTheForm.preload()), []);

  const hold = (registration: Registration) => {
    holdRegistration(registration, origin);
    setStep({ name: "summary", registration });
  };
  if (step.name !== "form") {
    return (
      <Frame>
        <Suspense>
          <AfterTheForm step={step} onStep={setStep} onCorrected={hold} isNewcomer={!member} />
        </Suspense>
      </Frame>
    );
  }
  const fields = (side = linkSide, followsPreference?: true) => (
    <RegistrationFields
      linkRefId={linkRefId}
      linkSide={side}
      followsPreference={followsPreference}
      member={member}
      loadNext={AfterTheForm.load}
      onRegistered={hold}
    />
  );
  if (linkRefId !== undefined && linkType?.toLowerCase() === preferredType) {
    return (
      <Frame>
        <Suspense>
          <PreferredSide refId={linkRefId} fields={fields} />
        </Suspense>
      </Frame>
    );
  }
  return (
    <Frame>
      {linkType !== undefined && !linkSide && (
        <Note tone="bad">
          {t(
            "This referral link names no team: it should end in left or right. Please choose the team yourself.",
          )}
        </Note>
      )}
      {fields()}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const content = <div className="registration stack">{children}</div>;
  if (!use(MemberContext)) return content;
  return (
    <Page width="form">
      <Card>{content}</Card>
    </Page>
  );
}

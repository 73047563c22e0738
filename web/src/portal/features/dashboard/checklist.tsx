import type { Dashboard } from "@fc/contract/dashboard/portal";
import { Progress, Text, ThemeIcon, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { LockIcon, type IconComponent } from "../../../ui/icons/icons.tsx";
import {
  ArrowIcon,
  BankIcon,
  CardIcon,
  ChevronIcon,
  CoinIcon,
  LinkIcon,
  PersonIcon,
  StakeIcon,
} from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { isStakeRequested, stepNames, type HomeView, type StepName } from "./home-view.ts";
import "./checklist.css";

interface Step {
  to: string;
  icon: IconComponent;
  /** What is to be done. */
  text: string;
  why: string;
}

const steps: Readonly<Record<StepName, Step>> = {
  password: {
    to: "/change-password",
    icon: LockIcon,
    text: msg("Choose your own password"),
    why: msg("The one from the mail is for the first sign-in only."),
  },
  stake: {
    to: "/stacking",
    icon: StakeIcon,
    text: msg("Stake your first package"),
    why: msg("Rewards begin with a running stake. Read the plan before you pay."),
  },
  referral: {
    to: "/referral-link",
    icon: LinkIcon,
    text: msg("Share your referral link"),
    why: msg("Who joins by it is placed in your team, left or right."),
  },
  profile: {
    to: "/profile",
    icon: PersonIcon,
    text: msg("Complete your profile"),
    why: msg("By date of birth, address and nominee support makes sure that it speaks to you."),
  },
  coinAddress: {
    to: "/coin-address",
    icon: CoinIcon,
    text: msg("Set your free coin address"),
    why: msg("Coin withdrawals are sent there. Without it you cannot withdraw coins."),
  },
  pan: {
    to: "/pan-details",
    icon: CardIcon,
    text: msg("Add your PAN"),
    why: msg("It is entered once, and shows that the account is yours."),
  },
  bank: {
    to: "/bank-details",
    icon: BankIcon,
    text: msg("Add your bank account"),
    why: msg("It must be in your own name, as in your passbook."),
  },
};

const waitingStake: Partial<Step> = {
  to: "/topupRequest",
  why: msg("Your request is being checked. We tell you by e-mail."),
};

/** home-preview.js fills it in. */
const prerendered = import.meta.env.SSR ? "__DONE__" : undefined;

interface NextStepProps {
  view: HomeView | undefined;
}

/** The one step that the page begins with. The pre-rendered page has all of them, and home-preview.js leaves one. */
export function NextStep({ view }: NextStepProps) {
  const t = useT();
  const names = import.meta.env.SSR ? stepNames : view?.nextStep ? [view.nextStep] : [];
  return names.map((name) => {
    const { to, icon: Icon, text } = steps[name];
    return (
      <UnstyledButton key={name} component={Link} to={to} className="next-step" data-next={name}>
        <Icon />
        <span>
          <span className="small">{t("Next step")}</span>
          <strong>{t(text)}</strong>
        </span>
        <ArrowIcon />
      </UnstyledButton>
    );
  });
}

interface ChecklistProps {
  view: HomeView;
  data: Dashboard | undefined;
}

/**
 * What a member has still to do, and why. A step that is done is gone from it; with the last one all of it is. Who has
 * figures to look at sees one line of it, and opens the rest.
 */
export function Checklist({ view: { openSteps, nextStep, hasHistory }, data }: ChecklistProps) {
  const t = useT();
  // The next one begins the page.
  const others = openSteps.filter((name) => name !== nextStep);
  const done = stepNames.length - openSteps.length;
  return (
    <div data-home="checklist">
      <Card>
        <details className="fold" open={!hasHistory}>
          <summary>
            <h2 className="card-title">{t("Still to do")}</h2>
            <Text span size="sm" c="dimmed">
              {t("{done} of {all} done", { done: prerendered ?? done, all: stepNames.length })}
            </Text>
            <ChevronIcon />
          </summary>
          {/* The words above it say the same. */}
          <Progress.Root aria-hidden="true">
            <Progress.Section
              value={(done / stepNames.length) * 100}
              color="var(--fc-brand-text)"
              withAria={false}
            />
          </Progress.Root>
          <ol className="plain-list">
            {others.map((name) => (
              <li key={name} data-step={name}>
                <StepLink
                  {...steps[name]}
                  {...(name === "stake" && isStakeRequested(data) ? waitingStake : {})}
                />
              </li>
            ))}
          </ol>
        </details>
      </Card>
    </div>
  );
}

function StepLink({ to, icon: Icon, text, why }: Step) {
  const t = useT();
  return (
    <UnstyledButton component={Link} to={to} className="open-step">
      <ThemeIcon size={36} radius="xl" color="var(--fc-brand-wash)" c="var(--fc-brand-text)">
        <Icon />
      </ThemeIcon>
      <span>
        <strong>{t(text)}</strong>
        <span className="small dimmed open-step-why">{t(why)}</span>
      </span>
      <ArrowIcon />
    </UnstyledButton>
  );
}

import { Group, Progress, Stack, Text, ThemeIcon, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { LockIcon, type IconComponent } from "../../../ui/icons/icons.tsx";
import {
  ArrowIcon,
  BankIcon,
  CardIcon,
  CoinIcon,
  LinkIcon,
  PersonIcon,
  StakeIcon,
} from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { stepNames, type HomeView, type StepName } from "./home-view.ts";

interface Step {
  to: string;
  icon: IconComponent;
  /** What is to be done. */
  text: string;
  why: string;
  /** The same in few words, once it is done. */
  done: string;
}

const steps: Readonly<Record<StepName, Step>> = {
  password: {
    to: "/change-password",
    icon: LockIcon,
    text: msg("Choose your own password"),
    why: msg("The one from the mail is for the first sign-in only."),
    done: msg("Password"),
  },
  profile: {
    to: "/profile",
    icon: PersonIcon,
    text: msg("Complete your profile"),
    why: msg("By date of birth, address and nominee support makes sure that it speaks to you."),
    done: msg("Profile"),
  },
  pan: {
    to: "/pan-details",
    icon: CardIcon,
    text: msg("Add your PAN"),
    why: msg("It is entered once, and shows that the account is yours."),
    done: msg("PAN Details"),
  },
  bank: {
    to: "/bank-details",
    icon: BankIcon,
    text: msg("Add your bank account"),
    why: msg("It must be in your own name, as in your passbook."),
    done: msg("Bank Details"),
  },
  coinAddress: {
    to: "/coin-address",
    icon: CoinIcon,
    text: msg("Set your free coin address"),
    why: msg("Coin withdrawals are sent there. Without it you cannot withdraw coins."),
    done: msg("Free Coin Address"),
  },
  stake: {
    to: "/stacking",
    icon: StakeIcon,
    text: msg("Stake your first package"),
    why: msg("Rewards begin with a running stake. Read the plan before you pay."),
    done: msg("Staking"),
  },
  referral: {
    to: "/referral-link",
    icon: LinkIcon,
    text: msg("Share your referral link"),
    why: msg("Who joins by it is placed in your team, left or right."),
    done: msg("Referral link"),
  },
};

/** A request for the first stake was sent: nothing is left to do but wait. */
const stakeRequested: Partial<Step> = {
  to: "/topupRequest",
  why: msg("Your request is being checked. We tell you by e-mail."),
};

/** home-preview.js fills them in. */
const prerendered = import.meta.env.SSR ? { done: "__DONE__", steps: "__STEPS__" } : {};

interface ChecklistProps {
  view: HomeView;
  isStakeRequested: boolean;
}

/** What a member has still to do, and why. A step that is done is gone from it; with the last one all of it is. */
export function Checklist({ view: { openSteps, isFirstRun }, isStakeRequested }: ChecklistProps) {
  const t = useT();
  const done = stepNames.filter((name) => !openSteps.includes(name));
  return (
    <div data-home="checklist">
      <Card>
        <Stack gap="xs">
          <Group justify="space-between" gap="xs">
            <h2 className="card-title" data-later={t("Still to do")}>
              {isFirstRun ? t("Next steps") : t("Still to do")}
            </h2>
            <Text size="sm" c="dimmed">
              {t("{done} of {all} done", { done: prerendered.done ?? done.length, all: stepNames.length })}
            </Text>
          </Group>
          {/* The words beside it say the same. */}
          <Progress.Root aria-hidden="true">
            <Progress.Section
              value={(done.length / stepNames.length) * 100}
              color="var(--fc-brand-text)"
              withAria={false}
            />
          </Progress.Root>
          <ol className="plain-list">
            {openSteps.map((name) => (
              <li key={name} data-step={name} data-done={t(steps[name].done)}>
                <StepLink
                  {...steps[name]}
                  {...(name === "stake" && isStakeRequested ? stakeRequested : {})}
                />
              </li>
            ))}
          </ol>
          <Text size="sm" c="dimmed">
            {t("Done: {steps}", {
              steps: prerendered.steps ?? done.map((name) => t(steps[name].done)).join(", "),
            })}
          </Text>
        </Stack>
      </Card>
    </div>
  );
}

function StepLink({ to, icon: Icon, text, why }: Step) {
  const t = useT();
  return (
    <UnstyledButton component={Link} to={to} c="inherit" display="block" py="xs" w="100%">
      <Group wrap="nowrap" gap="sm">
        <ThemeIcon size={40} radius="xl" color="var(--fc-brand-wash)" c="var(--fc-brand-text)">
          <Icon />
        </ThemeIcon>
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text fw={600} lh={1.4}>
            {t(text)}
          </Text>
          <Text size="sm" c="dimmed" lh={1.45}>
            {t(why)}
          </Text>
        </div>
        <ArrowIcon />
      </Group>
    </UnstyledButton>
  );
}

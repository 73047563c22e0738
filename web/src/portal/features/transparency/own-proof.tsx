import { asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcToWire } from "@fc/contract/money";
import { daysAfter } from "@fc/contract/period";
import type { BranchList } from "@fc/contract/transparency/liabilities/branches";
import {
  checkProof,
  countedAccounts,
  passes,
  proofChecks,
  type Checked,
  type OwnProof,
  type ProofCheck,
} from "@fc/contract/transparency/liabilities/check";
import type { PublishedDay } from "@fc/contract/transparency/liabilities/portal";
import { Button, Group, NativeSelect, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { saveFile } from "../../../lib/api/save-file.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { useLanguage, useT } from "../../../lib/i18n.ts";
import { accountWords, listStateWords, proofCheckWords } from "../../../lib/liabilities/check-words.ts";
import { sha256 } from "../../../lib/liabilities/sha256.ts";
import { useMember } from "../../../lib/session/member.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { AlertIcon, CheckIcon } from "../../../ui/icons/icons.tsx";
import { DownloadIcon } from "../../../ui/icons/screen-icons.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { checkerAddress, listQuery, proofQuery, publishedDaysQuery } from "./liability-queries.ts";

/** The member's own proof of a day, checked on this device with what everybody is shown. */
export function OwnProofCard() {
  const t = useT();
  const { data: days, error, refetch } = useQuery(publishedDaysQuery);
  return (
    <section className="card stack">
      <h2 className="card-title">{t("Proof that your coins are counted")}</h2>
      <p className="dimmed">
        {t(
          "Every day after the closing we publish what we owe to all members together. Your own device checks here that your balances are in that sum.",
        )}
      </p>
      {!days ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton rows={6} />
        )
      ) : days.length === 0 ? (
        <p className="dimmed">{t("The first sum is published after the next closing.")}</p>
      ) : (
        <ProofOfDay days={days} />
      )}
      <p>
        <Link to="/anchors/{-$token}">{t("Daily seals: keep one, and compare it later")}</Link>
      </p>
    </section>
  );
}

function ProofOfDay({ days }: { days: readonly PublishedDay[] }) {
  const t = useT();
  const language = useLanguage();
  const member = useMember();
  const [chosen, setChosen] = useState(sure(days[0]).day);
  const published = days.find(({ day }) => day === chosen) ?? sure(days[0]);
  const { data: proof, error, refetch } = useQuery(proofQuery(member.id, published.day));
  return (
    <>
      <NativeSelect
        label={t("Day")}
        maw="16rem"
        value={published.day}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={days.map(({ day }) => ({ value: day, label: dayText(day, language) }))}
      />
      <MissedDays days={days} />
      {proof === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton rows={6} />
        )
      ) : proof === null ? (
        <p className="dimmed">
          {t(
            "There is no proof of this day for you: you joined after it, or its leaves are not kept any more.",
          )}
        </p>
      ) : (
        <CheckedProof proof={proof} published={published} refId={member.refId} />
      )}
    </>
  );
}

/** A gap is told: nobody can make up for a day, because the balances of that moment are gone. */
function MissedDays({ days }: { days: readonly PublishedDay[] }) {
  const t = useT();
  const language = useLanguage();
  const text = (day: string) => dayText(day, language);
  const gaps = days
    .filter(({ missedBefore }) => missedBefore > 0)
    .map(({ day, missedBefore }) => {
      const last = text(daysAfter(day, -1));
      return missedBefore === 1 ? last : `${text(daysAfter(day, -missedBefore))} – ${last}`;
    });
  if (gaps.length === 0) return null;
  return (
    <p className="small dimmed">
      {t("Nothing was published for {days}: no server ran after the closing, and it cannot be made later.", {
        days: gaps.join(", "),
      })}
    </p>
  );
}

interface CheckedProofProps {
  proof: OwnProof;
  published: PublishedDay;
  refId: string;
}

function CheckedProof({ proof, published, refId }: CheckedProofProps) {
  const t = useT();
  const language = useLanguage();
  const { day, root } = published;
  const checks = checkProof(sha256, proof, { refId, day, root });
  const isGood = passes(checks);
  const coins = (units: string) => coinsText(fcToWire(asFc(BigInt(units))));
  return (
    <>
      <Note tone={isGood ? "good" : "bad"}>
        {isGood
          ? t("Checked on this device: your balances are in the published sum.")
          : t("This proof does not hold. Please save it, do not delete it, and ask us why.")}
      </Note>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
        <Stack gap="xs">
          <h3 className="small dimmed">{t("Your balances at that moment")}</h3>
          <Figures>
            {countedAccounts.map((account) => (
              <Figure key={account} label={accountWords[account][language]}>
                <OwnAmount>{coins(proof.accounts[account])}</OwnAmount>
              </Figure>
            ))}
          </Figures>
        </Stack>
        <Stack gap="xs">
          <h3 className="small dimmed">{t("All members together")}</h3>
          <Figures>
            <Figure label={t("Owed to all members")} note={t("In wallets and held for withdrawals")} strong>
              {coins(published.owed)}
            </Figure>
            <Figure label={t("Locked principal of all members")}>{coins(published.locked)}</Figure>
            <Figure label={t("Moment of the balances")}>{dateTimeText(published.takenAt, language)}</Figure>
          </Figures>
        </Stack>
      </SimpleGrid>
      <Stack gap="xs">
        <h3 className="small dimmed">{t("What was checked")}</h3>
        <CheckLines checks={checks} />
      </Stack>
      <Root root={root} />
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<DownloadIcon />}
          onClick={() => saveFile(jsonFile(proof), `fc-proof-${day}-${refId}.json`)}
        >
          {t("Save the proof")}
        </Button>
        <Button component="a" href={checkerAddress} download variant="default" leftSection={<DownloadIcon />}>
          {t("Save the checker")}
        </Button>
        {published.list === "shown" && <SaveList day={day} />}
      </Group>
      {published.list !== "shown" && (
        <p className="small dimmed">{listStateWords[published.list][language]}</p>
      )}
      <p className="small dimmed">
        {t(
          "The checker is one file that works without us and without the internet. It checks a saved proof and the list. Your proof shows your balances: give it only to people who may see them.",
        )}
      </p>
    </>
  );
}

/** It is read with the page, so that a press saves it at once. */
function SaveList({ day }: { day: string }) {
  const t = useT();
  const { data: list } = useQuery(listQuery(day));
  if (!list) return null;
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon />}
      onClick={() => saveFile(jsonFile(list), `fc-list-${day}.json`)}
    >
      {t("Save the list of branches")}
    </Button>
  );
}

function CheckLines({ checks }: { checks: Checked<ProofCheck> }) {
  const t = useT();
  const language = useLanguage();
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
      {proofChecks.map((check) => {
        const [Icon, tone] = checks[check] === false ? [AlertIcon, "bad"] : [CheckIcon, "good"];
        return (
          <Group component="li" key={check} gap="xs" wrap="nowrap" align="flex-start">
            <span style={{ color: `var(--fc-${tone}-text)`, display: "inline-flex" }}>
              <Icon />
            </span>
            <span>
              {checks[check] === false && <strong>{t("Not so:")} </strong>}
              {proofCheckWords[check][language]}
            </span>
          </Group>
        );
      })}
    </Stack>
  );
}

function Root({ root }: { root: string }) {
  const t = useT();
  return (
    <div>
      <p className="small dimmed">
        {t(
          "The root of the day stands for everything above. Compare it with another member's: two different roots of one day would show that somebody was deceived.",
        )}
      </p>
      <Group gap="xs" wrap="nowrap">
        <code style={{ overflowWrap: "anywhere" }}>{root}</code>
        <CopyButton text={root} label={t("Copy the root")} />
      </Group>
    </div>
  );
}

function jsonFile(content: OwnProof | BranchList): Blob {
  return new Blob([JSON.stringify(content)], { type: "application/json" });
}

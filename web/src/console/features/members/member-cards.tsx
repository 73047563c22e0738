import { noUsdCents } from "@fc/contract/units";
import { Table, Text } from "@mantine/core";
import { countryName } from "../../../lib/format/country-name.ts";
import { genderLabels } from "../../../lib/labels/gender-labels.ts";
import { phoneText } from "../../../lib/format/phone-text.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { usdText } from "@fc/contract/amount-text";
import type { MemberPage } from "@fc/contract/members/console";
import { usdCentsFromWire } from "@fc/contract/money";
import { walletKinds, wallets } from "@fc/contract/wallet/kinds";
import type { ReactNode } from "react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateText, dayText } from "../../../lib/format/dates.ts";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { RuledTable } from "../../../ui/table/ruled-table.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { MemberLink } from "./member-cells.tsx";

interface OfMember {
  member: MemberPage;
}

/** A part of the page. The links at the top of the page lead to its id. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card id={id} title={title} aria-label={title} style={belowTop}>
      {children}
    </Card>
  );
}

/** A section that a link leads to is not covered by the bar above. */
export const belowTop = { scrollMarginTop: "1rem" } as const;

export function ProfileCard({ member: { profile } }: OfMember) {
  const { nominee, relation, address, city, pin, country } = profile;
  const place = [address, [city, pin].filter(Boolean).join(" "), country && countryName(country, "en")];
  return (
    <Section id="profile" title="Profile">
      <Figures>
        <Figure label="E-mail">{profile.mailId}</Figure>
        <Figure label="Mobile number">{profile.mobileNumber ? phoneText(profile.mobileNumber) : "–"}</Figure>
        <Figure label="Joined">{dateText(profile.joiningDate, "en")}</Figure>
        <Figure label="Gender">{genderLabels[profile.gender]}</Figure>
        <Figure label="Date of birth">{profile.dob ? dayText(profile.dob, "en") : "–"}</Figure>
        <Figure label="Nominee">
          {nominee === "" ? "–" : relation === "" ? nominee : `${nominee} (${relation})`}
        </Figure>
        <Figure label="Address">{place.filter(Boolean).join(", ") || "–"}</Figure>
      </Figures>
    </Section>
  );
}

export function NetworkCard({ member: { network } }: OfMember) {
  return (
    <Section id="network" title="Network">
      {network ? (
        <>
          <Figures>
            <Figure label="Sponsor">{network.sponsor ? <MemberLink member={network.sponsor} /> : "–"}</Figure>
            <Figure
              label={network.side ? `Placed ${sideLabels[network.side].toLowerCase()} below` : "Placed"}
            >
              {network.parent ? <MemberLink member={network.parent} /> : "at the top"}
            </Figure>
            <Figure label="Direct referrals">{network.directReferrals.toLocaleString("en-IN")}</Figure>
          </Figures>
          <RuledTable label="Legs" isDense>
            <Table.Thead>
              <Table.Tr>
                <Table.Td />
                <Table.Th scope="col" data-align="end">
                  Left
                </Table.Th>
                <Table.Th scope="col" data-align="end">
                  Right
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              <LegRow label="Users" of={({ users }) => users.toLocaleString("en-IN")} {...network} />
              <LegRow
                label="Active users"
                of={({ activeUsers }) => activeUsers.toLocaleString("en-IN")}
                {...network}
              />
              <LegRow label="Business" of={({ businessUsd }) => dollars(businessUsd)} {...network} />
            </Table.Tbody>
          </RuledTable>
        </>
      ) : (
        <Text c="dimmed">This member has no place in the network yet.</Text>
      )}
    </Section>
  );
}

type Network = NonNullable<MemberPage["network"]>;

interface LegRowProps extends Pick<Network, "left" | "right"> {
  label: string;
  of: (leg: Network["left"]) => string;
}

function LegRow({ label, of, left, right }: LegRowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      <Table.Td data-align="end">{of(left)}</Table.Td>
      <Table.Td data-align="end">{of(right)}</Table.Td>
    </Table.Tr>
  );
}

export function dollars(amount: number): string {
  return usdText(usdCentsFromWire(amount) ?? noUsdCents);
}

export function WalletsCard({ member: { balances, owedFc } }: OfMember) {
  const { staked, withdrawPending } = balances;
  return (
    <Section id="wallets" title="Wallets">
      <Figures>
        {wallets.map((wallet) => (
          <Figure key={wallet} label={walletKinds[wallet].label}>
            {coinsText(balances[wallet])}
          </Figure>
        ))}
        <Figure label="Held for withdrawals">{coinsText(withdrawPending)}</Figure>
        <Figure label="Locked in stakes">{coinsText(staked)}</Figure>
        <Figure label="Owed to the house" strong={owedFc > 0}>
          {coinsText(owedFc)}
        </Figure>
      </Figures>
    </Section>
  );
}

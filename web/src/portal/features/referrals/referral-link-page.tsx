import { SimpleGrid } from "@mantine/core";
import { sides, type Side } from "@fc/contract/side";
import { getRouteApi } from "@tanstack/react-router";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { msg } from "../../../lib/msg.ts";
import { Page } from "../../../ui/layout/page.tsx";
import { useInvitation } from "./invitation.ts";
import { LinkCard, linkOf, SharingCard } from "./link-card.tsx";
import { InvitationCard } from "./link-sharing.tsx";
import { PlaceLink } from "./place-link.tsx";
import { PreferredLink } from "./preferred-link.tsx";
import { TeamLinks } from "../../team/team-links.tsx";

const texts = {
  left: {
    title: msg("Left Referral Link"),
    qr: msg("QR code of the left link"),
    sharing: msg("Share the left link"),
  },
  right: {
    title: msg("Right Referral Link"),
    qr: msg("QR code of the right link"),
    sharing: msg("Share the right link"),
  },
} as const satisfies Record<Side, { title: string; qr: string; sharing: string }>;

const route = getRouteApi("/frame/shell/referral-link");

export default function ReferralLinkPage() {
  const t = useT();
  const { refId } = useMember();
  const { below, side } = route.useSearch();
  const invitation = useInvitation();
  const { text } = invitation;
  return (
    <Page width="table">
      {below !== undefined && side && <PlaceLink below={below} side={side} text={text} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {sides.map((each) => (
          <LinkCard
            key={each}
            isShort
            title={t(texts[each].title)}
            qr={t(texts[each].qr)}
            address={linkOf(refId, each)}
            text={text}
          />
        ))}
      </SimpleGrid>
      <p className="dimmed">
        {t(
          "Everybody who registers with one of these links joins your team on that side, with you as the referrer.",
        )}
      </p>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {sides.map((each) => (
          <SharingCard
            key={each}
            title={t(texts[each].sharing)}
            qr={t(texts[each].qr)}
            address={linkOf(refId, each)}
            text={text}
          />
        ))}
      </SimpleGrid>
      <PreferredLink text={text} />
      <InvitationCard invitation={invitation} />
      <TeamLinks to={["/direct-referrals", "/tree-chart"]} />
    </Page>
  );
}

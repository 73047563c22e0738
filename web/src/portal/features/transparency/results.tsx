import { percentText } from "@fc/contract/plan/difference";
import { bandLimits, type NetResults } from "@fc/contract/transparency/portal";
import { useLingui } from "@lingui/react";
import { Box } from "@mantine/core";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dayText } from "../../../lib/format/dates.ts";
import { useT, type Translate } from "../../../lib/i18n.ts";
import { LeadFigure } from "../../../ui/money/lead-figure.tsx";

/** How everybody fares: the one in the middle first, and those who took out nothing counted like all others. */
export function Results({ results }: { results: NetResults | null }) {
  const t = useT();
  const { i18n } = useLingui();
  if (!results || results.medianNet === null || results.medianNetShare === null) {
    return (
      <p className="dimmed">{t("This is measured once a day, as soon as somebody has put in anything.")}</p>
    );
  }
  const { members, putInMembers, tookOutMembers, medianNet, medianNetShare, bands, day } = results;
  return (
    <>
      <div>
        <p className="dimmed">{t("The member in the middle (median)")}</p>
        <LeadFigure figure={shareText(medianNetShare)} isPublic />
        <p className="small dimmed">
          {t("of what was put in; {net}", {
            net: `${medianNet < 0 ? "−" : "+"}${coinsText(Math.abs(medianNet))}`,
          })}
        </p>
      </div>
      <p>
        {t(
          "Of {members} members, {putIn} have put in something, and {nothing} of these have taken out nothing yet.",
          {
            members: count(members),
            putIn: count(putInMembers),
            nothing: count(putInMembers - tookOutMembers),
          },
        )}
      </p>
      <Bands bands={bands} />
      <p className="small dimmed">{t("Measured on {day}", { day: dayText(day, i18n.locale) })}</p>
    </>
  );
}

const count = (number: number) => number.toLocaleString("en-IN");

function Bands({ bands }: Pick<NetResults, "bands">) {
  const t = useT();
  const most = Math.max(...bands, 1);
  return (
    <Box component="table" w="100%">
      <Box component="caption" className="small dimmed" pb={4} ta="start">
        {t("How much of what they put in members have taken out")}
      </Box>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t("Taken out")}</th>
          <th scope="col">{t("Members")}</th>
        </tr>
      </thead>
      <tbody>
        {bands.map((number, band) => (
          <tr key={bandText(band, t)}>
            <Box
              component="th"
              scope="row"
              w="1%"
              pe="sm"
              fw={400}
              ta="start"
              style={{ whiteSpace: "nowrap" }}
            >
              {bandText(band, t)}
            </Box>
            <Box component="td" fw={600} style={{ whiteSpace: "nowrap" }}>
              <Box
                component="span"
                display="inline-block"
                // The longest bar leaves room for its number, so that none stands below its bar.
                w={`calc((100% - ${count(most).length + 2}ch) * ${number / most})`}
                h="0.75rem"
                me="xs"
                bdrs="sm"
                bg="var(--fc-brand-text)"
                aria-hidden="true"
              />
              {count(number)}
            </Box>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** −90 % says how much is missing, +20 % how much came on top. */
function shareText(basisPoints: number): string {
  return `${basisPoints < 0 ? "−" : "+"}${percentText(Math.abs(basisPoints))}`;
}

function bandText(band: number, t: Translate): string {
  const [from, to] = [bandLimits[band], bandLimits[band + 1]];
  if (band === 0) return t("Nothing");
  if (to === undefined) return t("{from} % or more", { from });
  return from === 0 ? t("Below {to} %", { to }) : t("{from} % to {to} %", { from, to });
}

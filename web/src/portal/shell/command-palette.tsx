import { languageCodes, languages } from "@fc/contract/languages";
import { recordOfReference } from "@fc/contract/receipts/reference";
import { normaliseRefId } from "@fc/contract/ref-id";
import { sides } from "@fc/contract/side";
import { useLingui } from "@lingui/react";
import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { copyText } from "../../lib/clipboard.ts";
import { chooseLanguage, useT } from "../../lib/i18n.ts";
import { msg } from "../../lib/msg.ts";
import { useMember } from "../../lib/session/member.ts";
import { toast } from "../../ui/feedback/toasts.tsx";
import { CopyIcon, SupportIcon } from "../../ui/icons/icons.tsx";
import { LanguageIcon } from "../../ui/icons/later-icons.tsx";
import { PersonIcon, PowerIcon, ReportIcon } from "../../ui/icons/screen-icons.tsx";
import { schemes } from "../../ui/layout/preferences.tsx";
import { openPalette, Palette, type PaletteChoice } from "../../ui/palette/palette.tsx";
import { receiptQuery } from "../features/receipts/queries.ts";
import { kindLabels } from "../features/receipts/receipt-text.ts";
import { linkOf } from "../features/referrals/link-card.tsx";
import { threadQuery } from "../features/support/queries.ts";
import { searchQuery } from "../features/tree/queries.ts";
import { navigation } from "../navigation.ts";
import { signOut } from "./sign-out.ts";

/** A choice that does something, or leads to an address with a query. */
interface Place extends PaletteChoice {
  run?: () => void;
  /** What else it is found by. */
  words?: string;
}

const typingPauseMs = 250;

/** Finds a screen, something to do, an own receipt or message by its reference, and members of the own team. */
export default function CommandPalette() {
  const t = useT();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const choices = useChoices(typed.trim());
  // It was wanted, or its code would not be here.
  useEffect(openPalette, []);
  return (
    <Palette
      title={t("Go to")}
      label={t("A screen, something to do, a reference, or a member of your team")}
      placeholder={t("Search")}
      listLabel={t("Places")}
      nothingFound={t("Nothing is called so.")}
      hint={t("Receipts by reference, team members by name or user ID.")}
      typed={typed}
      onType={setTyped}
      choices={choices}
      onChoose={(chosen) => {
        const place = choices.find(({ to }) => to === chosen.to);
        if (place?.run) place.run();
        else void navigate({ href: chosen.to });
      }}
    />
  );
}

function useChoices(typed: string): readonly Place[] {
  const found = useFound(typed);
  const places = [...useScreens(), ...useActs()];
  const words = typed.toLowerCase();
  const fits = ({ label, words: more = "" }: Place) => `${label} ${more}`.toLowerCase().includes(words);
  return words === "" ? places : [...found, ...places.filter(fits)];
}

function useScreens(): Place[] {
  const t = useT();
  const { i18n } = useLingui();
  return navigation.flatMap(({ items }) =>
    items.map(({ to, label, icon, file }) => ({
      to,
      label: t(label),
      // Who reads Hindi may still type the English name.
      words: `${label} ${to}`,
      icon,
      ...(file && { run: () => location.assign(`${to}?language=${i18n.locale}`) }),
    })),
  );
}

const copyLabels = {
  left: msg("Copy the left referral link"),
  right: msg("Copy the right referral link"),
} as const;

function useActs(): Place[] {
  const t = useT();
  const { i18n } = useLingui();
  const { refId } = useMember();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const copy = async (link: string) => {
    await copyText(link);
    toast.done(t("Copied"));
  };
  return [
    ...sides.map((side) => ({
      to: `copy-link-${side}`,
      label: t(copyLabels[side]),
      words: copyLabels[side],
      icon: CopyIcon,
      run: () => void copy(linkOf(refId, side)).catch(toast.failure),
    })),
    ...languageCodes
      .filter((code) => code !== i18n.locale)
      .map((code) => ({
        to: `language-${code}`,
        label: `${t("Language")}: ${languages[code]}`,
        words: "Language English Hindi",
        icon: LanguageIcon,
        run: () => void chooseLanguage(code).catch(toast.failure),
      })),
    ...schemes
      .filter(([scheme]) => scheme !== colorScheme)
      .map(([scheme, label, icon]) => ({
        to: `colours-${scheme}`,
        label: `${t("Colours")}: ${t(label)}`,
        words: `theme ${label}`,
        icon,
        run: () => setColorScheme(scheme),
      })),
    {
      to: "sign-out",
      label: t("Logout"),
      words: "sign out",
      icon: PowerIcon,
      run: () => void signOut(),
    },
  ];
}

const supportReference = /^SR-[2-9A-Z]{8}$/;

/** What only the server knows: whether a reference is the member's own, and who is in the team. */
function useFound(typed: string): Place[] {
  const t = useT();
  const { id } = useMember();
  // Not every letter causes a search: the typing has to pause.
  const [search] = useDebouncedValue(typed, typingPauseMs);
  const reference = normaliseRefId(search);
  const isReceipt = recordOfReference(search) !== undefined;
  const isMessage = supportReference.test(reference);
  const receipt = useQuery({ ...receiptQuery(id, reference), enabled: isReceipt, retry: false });
  const message = useQuery({ ...threadQuery(id, reference), enabled: isMessage, retry: false });
  const team = useQuery({
    ...searchQuery(id, search),
    ...(isReceipt || isMessage ? { enabled: false } : {}),
  });
  return [
    ...(receipt.data && isReceipt
      ? [
          {
            to: `/receipt/${receipt.data.reference}`,
            label: t("Receipt {reference}", { reference: receipt.data.reference }),
            hint: t(kindLabels[receipt.data.kind]),
            icon: ReportIcon,
          },
        ]
      : []),
    ...(message.data && isMessage
      ? [
          {
            to: `/support/${reference}`,
            label: t("Message {reference}", { reference }),
            hint: message.data.message,
            icon: SupportIcon,
          },
        ]
      : []),
    ...(team.data?.data ?? []).map(({ refId, name }) => ({
      to: `/tree-chart?find=${refId}`,
      label: name,
      hint: refId,
      icon: PersonIcon,
    })),
  ];
}

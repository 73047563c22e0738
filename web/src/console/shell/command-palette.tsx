import { consoleFind, type FoundRecord } from "@fc/contract/find/console";
import { messageText } from "@fc/contract/ledger/message";
import { receiptKinds } from "@fc/contract/receipts/kinds";
import { consoleMembers } from "@fc/contract/members/console";
import { findByTrace } from "@fc/contract/signals/console";
import type { OperatorRole } from "@fc/contract/operator-access";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { anyPage } from "../../lib/asserted.ts";
import { call } from "../../lib/api/api.ts";
import { mayCall } from "../../lib/session/operator.ts";
import { coinsText } from "../../lib/format/amounts.ts";
import { SupportIcon } from "../../ui/icons/icons.tsx";
import { PersonIcon, ReportIcon, WalletIcon } from "../../ui/icons/screen-icons.tsx";
import { Palette, type PaletteChoice } from "../../ui/palette/palette.tsx";
import { handbookPages } from "../features/handbook/pages.ts";
import { BookIcon, DepositIcon, TaxIcon } from "../icons.tsx";
import { navigationOf } from "../navigation.ts";

const shownMembers = 6;
const typingPauseMs = 250;
/** What records are called has a digit or a hyphen: a name is not looked up among them. */
const nothing = { data: [] };

/** Finds a page by its name, a member by any part of user ID, name, e-mail or number, and a record by what it is called. */
interface CommandPaletteProps {
  role: OperatorRole;
  /** Without a chain its pages are not there. */
  hasChain: boolean;
}

export function CommandPalette(operator: CommandPaletteProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  return (
    <Palette
      title="Go to"
      label="A screen, or a member by user ID, name, e-mail or phone"
      placeholder="A screen or a member"
      listLabel="Places"
      nothingFound="Nothing is called so."
      hint="Members by user ID, name, e-mail or phone; records by reference, entry number, transaction ID, UTR or challan; pages of the handbook by their title."
      typed={typed}
      onType={setTyped}
      choices={useChoices(typed.trim(), operator)}
      onChoose={({ to }) => {
        const [path = "", query] = to.split("?");
        void navigate({ to: path, search: anyPage(Object.fromEntries(new URLSearchParams(query))) });
      }}
    />
  );
}

function useChoices(typed: string, operator: CommandPaletteProps): readonly PaletteChoice[] {
  const pages: readonly PaletteChoice[] = navigationOf(operator).flatMap(({ items }) => items);
  const words = typed.toLowerCase();
  // Not every letter causes a search: the typing has to pause.
  const [search] = useDebouncedValue(typed, typingPauseMs);
  const isAddress = /^0x[\da-f]{40}$/i.test(search) && mayCall(operator.role, findByTrace);
  const { data } = useQuery({
    queryKey: ["console-palette", search],
    queryFn: async () => {
      const [members, records, holders] = await Promise.all([
        call(consoleMembers, { query: { search, size: shownMembers } }),
        /[\d-]/.test(search) ? call(consoleFind, { query: { text: search } }) : nothing,
        // Whose a coin address is, is KYC data: only who may investigate finds it, and the log says so.
        isAddress ? call(findByTrace, { body: { by: "coinAddress", value: search } }) : nothing,
      ]);
      return { members: [...holders.data, ...members.data], records: records.data };
    },
    enabled: search !== "",
    placeholderData: keepPreviousData,
    // Each search by an address is logged, so none is repeated by itself.
    ...(isAddress && { staleTime: Infinity }),
  });
  const fitting = pages.filter(({ label }) => label.toLowerCase().includes(words));
  if (words === "") return fitting;
  const members = (data?.members ?? []).map(({ refId, name }) => ({
    to: `/members/${refId}`,
    label: name,
    hint: refId,
    icon: PersonIcon,
  }));
  const handbook = Object.entries(handbookPages)
    .filter(([, { title }]) => `handbook: ${title}`.toLowerCase().includes(words))
    .map(([name, { title }]) => ({
      to: `/handbook/${name}`,
      label: title,
      hint: "Handbook",
      icon: BookIcon,
    }));
  return [...(data?.records ?? []).map(recordChoice), ...fitting, ...members, ...handbook];
}

/** What is called exactly as was typed comes first: nobody types a reference to find something else. */
function recordChoice(found: FoundRecord): PaletteChoice {
  if (found.kind === "entry")
    return {
      to: `/ledger/${found.id}`,
      label: `Entry ${found.id}`,
      hint: messageText(found.message),
      icon: WalletIcon,
    };
  if (found.kind === "support")
    return {
      to: `/support?search=${found.reference}`,
      label: found.reference,
      hint: `Support message of ${found.who}`,
      icon: SupportIcon,
    };
  if (found.kind === "deposit")
    return {
      to: `/deposits?search=${found.hash}`,
      label: `Deposit of ${coinsText(found.amountFc)}`,
      hint: found.hash,
      icon: DepositIcon,
    };
  if (found.kind === "challan")
    return {
      to: `/ledger/${found.entryId}`,
      label: `Challan ${found.challan}`,
      hint: "Tax paid to the state",
      icon: TaxIcon,
    };
  return {
    to: `/receipts/${found.reference}`,
    label: found.reference,
    hint: `${receiptKinds[found.receipt].label} of ${found.member.name}`,
    icon: ReportIcon,
  };
}

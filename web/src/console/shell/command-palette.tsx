import { consoleFind, type FoundRecord } from "@fc/contract/find/console";
import { messageText } from "@fc/contract/ledger/message";
import { receiptKinds } from "@fc/contract/receipts/kinds";
import { consoleMembers } from "@fc/contract/members/console";
import type { OperatorRole } from "@fc/contract/operator-access";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../lib/api/api.ts";
import { SupportIcon } from "../../ui/icons/icons.tsx";
import { PersonIcon, ReportIcon, WalletIcon } from "../../ui/icons/screen-icons.tsx";
import { Palette, type PaletteChoice } from "../../ui/palette/palette.tsx";
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
      hint="Members by user ID, name, e-mail or phone; records by reference, entry number, transaction ID or UTR."
      typed={typed}
      onType={setTyped}
      choices={useChoices(typed.trim(), operator)}
      onChoose={({ to }) => {
        const [path = "", query] = to.split("?");
        // Typed as never, because the router's types know only the addresses of the portal.
        const search = Object.fromEntries(new URLSearchParams(query)) as never;
        void navigate({ to: path, search });
      }}
    />
  );
}

function useChoices(typed: string, operator: CommandPaletteProps): readonly PaletteChoice[] {
  const pages: readonly PaletteChoice[] = navigationOf(operator).flatMap(({ items }) => items);
  const words = typed.toLowerCase();
  // Not every letter causes a search: the typing has to pause.
  const [search] = useDebouncedValue(typed, typingPauseMs);
  const { data } = useQuery({
    queryKey: ["console-palette", search],
    queryFn: async () => {
      const [members, records] = await Promise.all([
        call(consoleMembers, { query: { search, size: shownMembers } }),
        /[\d-]/.test(search) ? call(consoleFind, { query: { text: search } }) : nothing,
      ]);
      return { members: members.data, records: records.data };
    },
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const fitting = pages.filter(({ label }) => label.toLowerCase().includes(words));
  if (words === "") return fitting;
  const members = (data?.members ?? []).map(({ refId, name }) => ({
    to: `/members/${refId}`,
    label: name,
    hint: refId,
    icon: PersonIcon,
  }));
  return [...(data?.records ?? []).map(recordChoice), ...fitting, ...members];
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
  return {
    to: `/receipts/${found.reference}`,
    label: found.reference,
    hint: `${receiptKinds[found.receipt].label} of ${found.member.name}`,
    icon: ReportIcon,
  };
}

import { consoleQueues } from "@fc/contract/today/console";
import { Badge, Flex, NavLink, Tooltip, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../lib/api/api.ts";
import { useOperator } from "../../lib/session/operator.ts";
import { ChevronIcon } from "../../ui/icons/screen-icons.tsx";
import { navigationOf, type ConsoleItem, type NavigationGroup, type QueueName } from "../navigation.ts";
import { proposalsQuery } from "../proposals/queries.ts";

interface NavigationProps {
  /** Pictures alone, with their words as tooltips. */
  isRail?: boolean;
  onChosen?: () => void;
}

/**
 * The work and the group of the current page are open, so that every place fits without scrolling. A person may open
 * another group until the next page.
 */
function useOpenGroup(groups: readonly NavigationGroup[]) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [chosen, setChosen] = useState<{ path: string; label: string | undefined }>();
  const current = groups.find(({ items }) => items.some(({ to }) => isAt(to, path)))?.label;
  const open = chosen?.path === path ? chosen.label : current;
  return { open, toggle: (label: string) => setChosen({ path, label: label === open ? undefined : label }) };
}

const isAt = (to: string, path: string) => (to === "/" ? path === "/" : path.startsWith(to));

export function Navigation({ isRail = false, onChosen }: NavigationProps) {
  const [work, ...others] = navigationOf(useOperator());
  const { open, toggle } = useOpenGroup(others);
  const places = ({ items }: NavigationGroup) => (
    <ul className="plain-list">
      {items.map((item) => (
        <li key={item.to}>
          <ItemLink item={item} isRail={isRail} onChosen={onChosen} />
        </li>
      ))}
    </ul>
  );
  return (
    <Flex component="nav" direction="column" aria-label="Console" gap="xs">
      {work && places(work)}
      {others.map((group) => (
        <div key={group.label}>
          {isRail ? (
            <VisuallyHidden>{group.label}</VisuallyHidden>
          ) : (
            <GroupButton
              label={group.label}
              isOpen={open === group.label}
              onToggle={() => toggle(group.label)}
            />
          )}
          {(isRail || open === group.label) && places(group)}
        </div>
      ))}
    </Flex>
  );
}

function GroupButton(props: { label: string; isOpen: boolean; onToggle: () => void }) {
  const { label, isOpen, onToggle } = props;
  return (
    <UnstyledButton
      className="navigation-group"
      aria-expanded={isOpen}
      mih={{ base: "var(--fc-tap)", md: 28 }}
      onClick={onToggle}
    >
      {label}
      <ChevronIcon />
    </UnstyledButton>
  );
}

interface ItemLinkProps {
  item: ConsoleItem;
  isRail: boolean;
  onChosen?: (() => void) | undefined;
}

function ItemLink({ item: { to, label, icon: Icon, queue }, isRail, onChosen }: ItemLinkProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isCurrent = isAt(to, path);
  const count = to === "/waiting" ? <SecondPersonCount /> : queue && <QueueCount queue={queue} />;
  return (
    <Tooltip label={label} position="right" disabled={!isRail}>
      <NavLink
        component={Link}
        to={to}
        // Shown where it is cut, and read by nobody else: the words themselves are in the link.
        title={isRail ? undefined : label}
        active={isCurrent}
        aria-current={isCurrent ? "page" : undefined}
        label={isRail ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        leftSection={<Icon />}
        rightSection={isRail ? undefined : count}
        mih={{ base: "var(--fc-tap)", md: 31 }}
        py={0}
        bdrs="md"
        c={isCurrent ? "var(--fc-brand-text)" : "inherit"}
        fw={isCurrent ? 600 : 400}
        onClick={() => onChosen?.()}
      />
    </Tooltip>
  );
}

const queuesQuery = queryOptions({
  queryKey: ["console-queues"],
  queryFn: async () => (await call(consoleQueues)).data,
  refetchInterval: 30_000,
});

/** How much waits on the page of a queue, and whether something of it waits longer than promised. */
function QueueCount({ queue }: { queue: QueueName }) {
  const { data } = useQuery(queuesQuery);
  return data && <WaitingCount count={data[queue].count} late={data[queue].late} />;
}

/** How much waits for a second person, on this page and elsewhere. */
function SecondPersonCount() {
  const { data } = useQuery(proposalsQuery);
  if (!data) return null;
  const { open, refunds, elsewhere } = data;
  const count = Object.values(elsewhere).reduce((sum, each) => sum + each, open.length + refunds.length);
  return <WaitingCount count={count} late={0} />;
}

function WaitingCount({ count, late }: { count: number; late: number }) {
  if (count === 0) return null;
  return (
    <Badge variant="light" size="md" color={late > 0 ? "red" : "brand"}>
      {count.toLocaleString("en-IN")}
      <VisuallyHidden>
        {" waiting"}
        {late > 0 && `, ${late.toLocaleString("en-IN")} late`}
      </VisuallyHidden>
    </Badge>
  );
}

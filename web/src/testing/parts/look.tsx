import { Box, ColorSwatch, DEFAULT_THEME, Group, mergeMantineTheme, SimpleGrid, Text } from "@mantine/core";
import type { ComponentType } from "react";
import * as firstIcons from "../../ui/icons/icons.tsx";
import * as laterIcons from "../../ui/icons/later-icons.tsx";
import * as screenIcons from "../../ui/icons/screen-icons.tsx";
import { Columns } from "../../ui/layout/columns.tsx";
import { Brand } from "../../ui/layout/logo.tsx";
import { colourVariables, theme } from "../../ui/styles/theme.ts";
import { Section, State, States } from "./state.tsx";

/** Every size of text and what it is for; `typography.test.ts` finds another one. */
export const sizes = [
  ["2.5rem", 600, "The balance that leads the dashboard"],
  ["2rem", 600, "The figure that leads a card, the title of a page for anybody"],
  ["1.625rem", 600, "The same title on a phone"],
  ["1.5rem", 600, "What counts down, a second figure of a card"],
  ["1.375rem", 600, "A code that is typed"],
  ["1.25rem", 600, "The title of a dialog, an amount that is typed"],
  ["1.125rem", 600, "The title of a page, the figures of tiles"],
  ["1.0625rem", 600, "The title of a card"],
  ["1rem", 400, "Text, fields and figures"],
  ["0.9375rem", 600, "The name of a field, what is said below it"],
  ["0.875rem", 400, "Hints, times, references"],
  ["0.8125rem", 400, "The second line of a narrow row"],
  ["0.75rem", 400, "The bar at the foot"],
] as const;

const weights = [
  [400, "text"],
  [500, "what names something quietly"],
  [600, "headings, figures, what matters"],
] as const;

const gaps = [4, 6, 8, 12, 16, 24, 32] as const;

const icons: readonly [string, ComponentType][] = [firstIcons, screenIcons, laterIcons].flatMap((file) =>
  Object.entries(file).flatMap(([name, Icon]): [string, ComponentType][] =>
    name.endsWith("Icon") ? [[name, Icon as ComponentType]] : [],
  ),
);

export function Look() {
  return (
    <>
      <Section title="Type">
        <State name="Sizes">
          {sizes.map(([size, weight, use]) => (
            <Text key={size} fz={size} fw={weight} lh={1.3}>
              {use} · {size} · {weight} · 1,27,91,983.8 FC · रिटर्न
            </Text>
          ))}
        </State>
        <State name="Weights: three">
          {weights.map(([weight, use]) => (
            <Text key={weight} fw={weight}>
              {weight}: {use}
            </Text>
          ))}
        </State>
        <State name="Quiet, small, an id, equal width">
          <p className="dimmed">Quiet text</p>
          <p className="small">Small text</p>
          <p className="unit-id">FC4K7Q2M</p>
          <Text ff="var(--mantine-font-family-monospace)">0x52908400098527886E0F7030069857D2E4169EE7</Text>
        </State>
      </Section>
      <Section title="Colours">
        <State name="By their use: those of the other scheme with the switch above">
          <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="xs">
            {colourNames.map((name) => (
              <Group key={name} gap="xs" wrap="nowrap">
                <ColorSwatch color={`var(${name})`} bd="1px solid var(--fc-line)" />
                <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                  {name}
                </Text>
              </Group>
            ))}
          </SimpleGrid>
        </State>
        <States name="The brand, from light to dark">
          {theme.colors?.["brand"]?.map((colour) => (
            <ColorSwatch key={colour} color={colour} title={colour} />
          ))}
        </States>
      </Section>
      <Section title="Spacing">
        <State name="Gaps">
          {gaps.map((px) => (
            <Group key={px} gap="sm">
              <Box w={px * 4} h={px} bg="var(--fc-brand-text)" />
              <span className="small">
                {px / 16}rem · {px} px
              </span>
            </Group>
          ))}
        </State>
        <State name="The smallest target: 44 px">
          <Box w="var(--fc-tap)" h="var(--fc-tap)" bdrs="md" bg="var(--fc-brand-wash)" />
        </State>
        <State name="A page's main part, with another one beside it where there is room">
          <Columns aside={<Box h="4rem" bdrs="md" bg="var(--fc-brand-wash)" />}>
            <Box h="8rem" bdrs="md" bg="var(--fc-surface-quiet)" />
          </Columns>
        </State>
        <State name="Corners: fields and buttons, cards">
          <Group>
            <Box w="6rem" h="3rem" bdrs="md" bg="var(--fc-surface-quiet)" bd="1px solid var(--fc-line)" />
            <Box w="6rem" h="3rem" bdrs="lg" bg="var(--fc-surface-quiet)" bd="1px solid var(--fc-line)" />
          </Group>
        </State>
      </Section>
      <Section title="Pictures">
        <States name="The brand">
          <Brand />
        </States>
        <SimpleGrid cols={{ base: 2, sm: 4, lg: 6 }} spacing="xs">
          {icons.map(([name, Icon]) => (
            <Group key={name} gap="xs" wrap="nowrap">
              <Icon />
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {name.replace(/Icon$/, "")}
              </Text>
            </Group>
          ))}
        </SimpleGrid>
      </Section>
    </>
  );
}

const ours = colourVariables(mergeMantineTheme(DEFAULT_THEME, theme));
const colourNames = Object.keys(ours.light).filter((name) => name !== "--fc-shadow");

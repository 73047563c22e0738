import { Grid } from "@mantine/core";
import "@mantine/core/styles/Grid.layer.css";
import type { ReactNode } from "react";

interface ColumnsProps {
  aside: ReactNode;
  /** On a phone the aside comes first, because what follows is read with it in mind. */
  isAsideFirst?: boolean;
  children: ReactNode;
}

/** A page's main part with another one beside it where there is room, else one below the other. */
export function Columns({ aside, isAsideFirst = false, children }: ColumnsProps) {
  const main = (
    <Grid.Col key="main" span={{ base: 5, md: 3 }} order={{ md: 1 }}>
      {children}
    </Grid.Col>
  );
  const beside = (
    <Grid.Col key="aside" span={{ base: 5, md: 2 }} order={{ md: 2 }}>
      {aside}
    </Grid.Col>
  );
  return (
    <Grid columns={5} gap="lg" align="flex-start">
      {isAsideFirst ? [beside, main] : [main, beside]}
    </Grid>
  );
}

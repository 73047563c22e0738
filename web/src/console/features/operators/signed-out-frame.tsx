import { Box, Flex, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Brand } from "../../../ui/layout/logo.tsx";
import { Card } from "../../../ui/layout/page.tsx";

/** The frame of the pages that an operator sees before the console opens. */
export function SignedOutFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Flex
      component="main"
      direction="column"
      align="center"
      justify="center"
      gap="1.5rem"
      mih="100dvh"
      p="md"
    >
      <Brand />
      <Box w="100%" maw="26rem">
        <Card aria-labelledby="signed-out-title">
          <Stack gap={6}>
            <Title order={1} id="signed-out-title" fz="1.375rem">
              {title}
            </Title>
            {lead && <Text c="dimmed">{lead}</Text>}
          </Stack>
          {children}
        </Card>
      </Box>
    </Flex>
  );
}

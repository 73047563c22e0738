import { SimpleGrid, Stack } from "@mantine/core";
import { Accounts } from "./accounts.tsx";
import { Entries } from "./entries.tsx";
import { Funding } from "./funding.tsx";
import { PublishedLiabilities } from "./published.tsx";
import { Verification } from "./verification.tsx";

export default function LedgerPage() {
  return (
    <Stack gap="1.5rem">
      <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: "start" }}>
        <Accounts />
        <Stack>
          <Funding />
          <Verification />
          <PublishedLiabilities />
        </Stack>
      </SimpleGrid>
      <Entries />
    </Stack>
  );
}

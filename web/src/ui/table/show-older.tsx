import { Button } from "@mantine/core";
import { useT } from "../../lib/i18n.ts";
import { ErrorState } from "../feedback/problem.tsx";

interface ShowOlderProps {
  list: {
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}

/** Below a list that begins with the newest: the next older part, or why it did not come. */
export function ShowOlder({ list }: ShowOlderProps) {
  const t = useT();
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (error) return <ErrorState error={error} onRetry={() => void fetchNextPage()} />;
  if (!hasNextPage) return null;
  return (
    <Button
      variant="default"
      aria-disabled={isFetchingNextPage}
      mod={{ busy: isFetchingNextPage }}
      onClick={() => void fetchNextPage()}
    >
      {isFetchingNextPage ? t("Loading") : t("Show older")}
    </Button>
  );
}

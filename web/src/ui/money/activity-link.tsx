import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import { anyPage } from "../../lib/asserted.ts";
import { ActivityIcon } from "../icons/screen-icons.tsx";
import { useNarrow } from "../table/use-narrow.ts";

/** From a report to the same lines in the history of everything, where they can be searched and summed up. */
export function ActivityLink({ search }: { search?: Readonly<Record<string, string | undefined>> }) {
  const t = useT();
  return (
    <Button
      variant="default"
      flex="1 1 auto"
      px={{ base: 6, sm: "lg" }}
      leftSection={useNarrow() ? undefined : <ActivityIcon />}
      renderRoot={(props) => <Link {...props} to="/activity" search={anyPage(search ?? {})} />}
    >
      {t("Activity")}
    </Button>
  );
}

import { consoleRelease, type RunningRelease } from "@fc/contract/today/console";
import { SimpleGrid, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { ageText } from "../../../lib/format/age-text.ts";
import { DocumentText } from "../../../ui/content/document-text.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";

const releaseQuery = queryOptions({
  queryKey: ["console-release"],
  queryFn: async () => (await call(consoleRelease)).data,
});

/** Which release runs on which node, and what it changes for operators. */
export default function VersionPage() {
  const { data, error, refetch } = useQuery(releaseQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { version, nodes, news } = data;
  return (
    <SimpleGrid minColWidth="min(24rem, 100%)" autoFlow="auto-fit" style={{ alignItems: "start" }}>
      <Card title="Nodes">
        <Nodes version={version} nodes={nodes} />
      </Card>
      <Card title={newsTitle(news)}>
        {news === null ? (
          <Text c="dimmed">The changelog is not on this machine.</Text>
        ) : (
          <DocumentText text={news.text} />
        )}
      </Card>
    </SimpleGrid>
  );
}

/** What is not released yet has no number. */
function newsTitle(news: RunningRelease["news"]): string {
  if (news === null) return "New for operators";
  return news.heading === "Unreleased"
    ? "New for operators, not released yet"
    : `New for operators in ${news.heading}`;
}

function Nodes({ version, nodes }: Pick<RunningRelease, "version" | "nodes">) {
  const different = nodes.filter((node) => node.version !== version).length;
  return (
    <>
      <Text mb="sm" c={different > 0 ? "var(--fc-bad-text)" : "inherit"}>
        {different === 0
          ? `Every node runs ${version}.`
          : "The nodes run different releases. Update those that are behind."}
      </Text>
      <Figures>
        {nodes.map(({ node, version: own, reportedAt }) => (
          <Figure key={`${node} ${reportedAt}`} label={node} note={`reported ${ageText(reportedAt)} ago`}>
            {own ?? "older than this one"}
          </Figure>
        ))}
      </Figures>
    </>
  );
}

import { useLingui } from "@lingui/react";
import { Accordion, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.ts";
import { faqQuery } from "./queries.ts";
import "@mantine/core/styles/Accordion.layer.css";
import "@mantine/core/styles/Text.layer.css";

/** What others asked before, if operators have written it down. Without it the form is all that is needed. */
export function FaqList() {
  const t = useT();
  const { i18n } = useLingui();
  const { data = [] } = useQuery(faqQuery(i18n.locale));
  if (data.length === 0) return null;
  return (
    <section className="card stack stack-tight" aria-label={t("Common questions")}>
      <h2 className="card-title">{t("Common questions")}</h2>
      <Accordion order={3} chevronPosition="right">
        {data.map(({ id, question, answer }) => (
          <Accordion.Item key={id} value={String(id)}>
            <Accordion.Control px={0}>
              <Text fw={600}>{question}</Text>
            </Accordion.Control>
            <Accordion.Panel styles={{ content: { paddingInline: 0 } }}>
              <Text style={{ whiteSpace: "pre-wrap" }}>{answer}</Text>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  );
}

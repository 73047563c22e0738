import { noUsdCents } from "@fc/contract/units";
import { isOneOf } from "@fc/contract/sure";
import { stakingReportColumns, stakingReportSorts, type StakingRequest } from "@fc/contract/staking/portal";
import { depositStates } from "@fc/contract/deposits/states";
import { nextTexts } from "@fc/contract/receipts/steps";
import { requestStates, requestStatuses, type RequestStatus } from "@fc/contract/request-states";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useLingui } from "@lingui/react";
import { Button, SimpleGrid, Stack, Text } from "@mantine/core";
import { usdText } from "@fc/contract/amount-text";
import { usdCentsFromWire } from "@fc/contract/money";
import { dateText, dayText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { StakeIcon } from "../../../ui/icons/screen-icons.tsx";
import { CancelRequest } from "../../../ui/money/cancel-request.tsx";
import { coinsColumn, Figure, Figures } from "../../../ui/money/figures.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { receiptLink } from "../../../ui/money/receipt-link.tsx";
import { RequestTimeline, stepLabels } from "../../../ui/money/request-timeline.tsx";
import { StatusTag } from "../../../ui/money/timeline.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { OwnPicture } from "../../../ui/uploads/own-picture.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import { reportColumns, type Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PeriodFilter } from "../../../ui/table/period-filter.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { coinText } from "./coin-text.ts";
import { keptStakes } from "./kept-stake.ts";
import { downloadStakingReport, stakingReportQuery } from "./queries.ts";
import { formOf } from "./stake-form.ts";

type Sort = (typeof stakingReportSorts)[number];

const columns: readonly Column<StakingRequest, Sort>[] = reportColumns(stakingReportColumns, {
  serial: { cell: (_row, serial) => serial, sort: "requestedAt", inCard: "number" },
  refId: {
    cell: ({ refId }) => (
      <Text span inherit className="unit-id" style={{ whiteSpace: "nowrap" }}>
        {refId}
      </Text>
    ),
    inCard: "plain",
  },
  name: { cell: ({ name }) => name, inCard: "plain" },
  coins: coinsColumn,
  status: {
    cell: (request) => <Status {...request} />,
    sort: "status",
    inCard: "aside",
  },
  approvedAt: { cell: (request) => <ApprovedDate {...request} />, sort: "respondedAt" },
});

/** An undone stake was accepted all the same, and its status stays. */
function Status({ status, isStakeReversed }: StakingRequest) {
  const t = useT();
  return (
    <>
      <StatusTag status={status} />
      {isStakeReversed && <span className="small dimmed"> {t(stepLabels.reversed)}</span>}
    </>
  );
}

function ApprovedDate({ status, respondedAt }: StakingRequest) {
  const { i18n } = useLingui();
  return status === "A" && respondedAt ? dateText(respondedAt, i18n.locale) : "–";
}

export default function StakingReportPage() {
  const t = useT();
  const { id } = useMember();
  const table = useTable({
    sorts: stakingReportSorts,
    first: { sort: "requestedAt", order: "desc" },
    filters: ["status", "from", "to"],
  });
  const { status, ...query }: typeof table.query & { status?: string } = table.query;
  const filtered = isStatus(status) ? { ...query, status } : query;
  const result = useQuery(stakingReportQuery(id, filtered));
  return (
    <Page width="table">
      <p className="small dimmed">
        {t("A stake paid from the transfer wallet needs no request.")}{" "}
        <Link to="/stacking-investment">{t("See all your stakes")}</Link>
      </p>
      <DataTable
        label={t("Stacking Report")}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        result={result}
        filters={
          <>
            <PeriodFilter filters={table.filters} onFilter={table.showFiltered} />
            <ChoiceFilter
              label={t("Status")}
              name="status"
              choices={requestStatuses.map((each) => [each, t(requestStates[each].label)])}
              table={table}
              all={t("All")}
            />
          </>
        }
        details={detailsOf}
        link={receiptLink}
        download={() => downloadStakingReport(id, filtered)}
        empty={<NoRequests />}
      />
    </Page>
  );
}

function isStatus(text: string | undefined): text is RequestStatus {
  return isOneOf(requestStatuses, text);
}

function detailsOf(request: StakingRequest) {
  return <RequestDetails {...request} />;
}

function NoRequests() {
  const t = useT();
  return (
    <EmptyState
      icon={StakeIcon}
      hint={t("Your staking requests are listed here, with what became of them.")}
      act={{ to: "/stacking", label: t("Stake a package") }}
    >
      {t("You have not requested a stake yet.")}
    </EmptyState>
  );
}

/** The staking page opens with the same amount. */
function TryAgain({ amountUsd }: Pick<StakingRequest, "amountUsd">) {
  const t = useT();
  const { id } = useMember();
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      onClick={() => {
        keptStakes.keep(id, { form: formOf(amountUsd), step: "amount" });
        void navigate({ to: "/stacking" });
      }}
    >
      {t("Try again")}
    </Button>
  );
}

const depositTones = { good: "good", bad: "bad", open: "info" } as const;

function RequestDetails(request: StakingRequest) {
  const t = useT();
  const { i18n } = useLingui();
  const { stakeEarns, stakeEndedAt } = request;
  const amountUsd = usdText(usdCentsFromWire(request.amountUsd) ?? noUsdCents);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} pt={8}>
      <Stack>
        <Figures>
          <Figure label={t("Amount")} strong>
            <OwnAmount>{amountUsd}</OwnAmount>
          </Figure>
          {request.status !== "R" && (
            <Figure label={request.status === "A" ? t("Staked") : t("At today's price")}>
              <OwnAmount>{coinText(request.amount)} FC</OwnAmount>
            </Figure>
          )}
        </Figures>
        <RequestTimeline
          request={{ ...request, kind: "staking-request" }}
          notes={{
            review: t("We check the payment and tell you by e-mail."),
            started:
              stakeEarns && stakeEndedAt === null
                ? t(nextTexts.earns, {
                    first: dayText(stakeEarns.first, i18n.locale),
                    last: dayText(stakeEarns.last, i18n.locale),
                  })
                : undefined,
          }}
        />
        {request.deposit && request.status === "P" && (
          <Note tone={depositTones[depositStates[request.deposit.state].tone]}>
            {t(depositStates[request.deposit.state].text)}
          </Note>
        )}
        <CancelRequest
          kind="staking-request"
          reference={request.reference}
          amount={amountUsd}
          isPossible={request.status === "P"}
        />
        {request.status === "R" && <TryAgain amountUsd={request.amountUsd} />}
      </Stack>
      <OwnPicture proofImageUrl={request.proofImageUrl} alt={t("Proof image")} />
    </SimpleGrid>
  );
}

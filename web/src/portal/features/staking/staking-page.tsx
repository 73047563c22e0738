import { requestStake, stakingMessages } from "@fc/contract/staking/portal";
import { Box, SimpleGrid, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState, type RefObject } from "react";
import { call } from "../../../lib/api/api.ts";
import { pictureDraft } from "../../../lib/uploads/upload-draft.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Form } from "../../../ui/form/form.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { MoneyButton } from "../../../ui/money/money-button.tsx";
import { Review, reviewedStep } from "../../../ui/money/review.tsx";
import { useMoneyDone } from "../../../ui/money/use-money-done.ts";
import type { HeldStep } from "../../../ui/otp/held-step.ts";
import { Unanswered } from "../../../ui/otp/unanswered.tsx";
import { useOtpChange, type Done, type OtpChange } from "../../../ui/otp/use-otp-change.ts";
import { Page } from "../../../ui/layout/page.tsx";
import { PictureField } from "../../../ui/uploads/picture-field.tsx";
import { usePicture } from "../../../ui/uploads/use-picture.ts";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useUndoText } from "../../../ui/money/undo-text.ts";
import { AmountCard } from "./amount-card.tsx";
import { keptStakes, type StakeStep } from "./kept-stake.ts";
import { PaymentCard, wayOf, type PaymentWay } from "./payment-card.tsx";
import { PaymentReference, referenceIn } from "./payment-reference.tsx";
import { paymentQuery, priceQuery } from "./queries.ts";
import { RejectedNote } from "./rejected-note.tsx";
import { amountOf, amountTexts, blankForm, formOf, formProblem, type StakeForm } from "./stake-form.ts";
import { StakeSummary, StepButtons, StepCard, Steps, useStepFocus } from "./stake-steps.tsx";

const folder = "stacking-verification-images";

/**
 * The proof is sent as soon as it is chosen, so that it has an address when the code is requested: the code
 * confirms amount and proof together.
 */
export default function StakingPage() {
  const { id: userId } = useMember();
  const moneyDone = useMoneyDone();
  return (
    <Unanswered
      purposes={purposes}
      userId={userId}
      onDone={(purpose, done) => {
        void pictureDraft.drop(folder);
        keptStakes.drop(userId);
        moneyDone(purpose, done);
      }}
    >
      {({ notDone, onLeft }) => (
        <StakingForm
          held={notDone ?? reviewedStep(purposes, userId)}
          onDone={(done) => moneyDone("staking", done)}
          onLeft={onLeft}
        />
      )}
    </Unanswered>
  );
}

const purposes = ["staking"] as const;

interface StakingFormProps {
  /** A step that goes on: of before a reload, or one whose answer was lost and that was not done. */
  held: HeldStep<"staking"> | undefined;
  onDone: (done: Done) => void;
  onLeft: () => void;
}

/** What is entered in the three steps. */
function useStake(held: StakingFormProps["held"]) {
  const member = useMember();
  const price = useQuery(priceQuery);
  const payment = useQuery(paymentQuery);
  const [{ form, step }, setStake] = useState(() => firstStake(member.id, held));
  const [way, setWay] = useState<PaymentWay | undefined>(form.transactionHash ? "coin" : undefined);
  const [tried, setTried] = useState(false);
  const [wantsReview, setWantsReview] = useState(held !== undefined);
  const proofInput = useRef<HTMLInputElement>(null);
  const referenceInput = useRef<HTMLInputElement>(null);
  const quality = payment.data?.proofImageQuality ?? (payment.error ? defaultQuality : undefined);
  const picture = usePicture({ userId: member.id, folder, quality });

  const amount = amountOf(form);
  const texts = amountTexts(amount, price.data);
  const problem = formProblem(form);
  const inCoins = payment.data?.takesTransactionHash === true && wayOf(payment.data.data, way) === "coin";
  const reference = referenceIn(form, inCoins ? "transactionHash" : "utr");
  const hasProof = picture.state.phase !== "none";

  const show = (next: { form: StakeForm; step: StakeStep }) => {
    setStake(next);
    keptStakes.keep(member.id, next);
  };
  const go = (to: StakeStep) => {
    setTried(false);
    show({ form, step: to });
  };

  const clear = () => {
    setStake({ form: blankForm, step: "amount" });
    keptStakes.drop(member.id);
    setTried(false);
    setWantsReview(false);
    picture.drop();
  };

  const submit = () => {
    setTried(true);
    if (problem) return;
    if (step === "amount") return go("pay");
    if (step === "pay") return go("proof");
    if (!hasProof) return proofInput.current?.focus();
    if (reference.problem) return referenceInput.current?.focus();
    setWantsReview(true);
  };
  // A submit before the picture has arrived waits for it and then asks for the code.
  const isReviewing = wantsReview && picture.proofImageUrl !== undefined && !problem && !reference.problem;
  const isWaiting = wantsReview && (picture.state.phase === "preparing" || picture.state.phase === "sending");
  return {
    payment,
    form,
    step,
    show,
    go,
    way,
    setWay,
    tried,
    problem,
    amount,
    texts,
    reference,
    picture,
    submit,
    isReviewing,
    isWaiting,
    endReview: () => setWantsReview(false),
    clear,
    proofInput,
    referenceInput,
  };
}

/** The request that is made of it, confirmed by a code. */
function useStakeRequest(
  { amount, picture, reference, clear }: ReturnType<typeof useStake>,
  onDone: StakingFormProps["onDone"],
) {
  const member = useMember();
  const queries = useQueryClient();
  return useOtpChange({
    purpose: "staking",
    userId: member.id,
    change: {
      userId: member.id,
      refId: member.refId,
      amount,
      proofImageUrl: picture.proofImageUrl ?? "",
      ...(reference.value !== undefined && { [reference.kind]: reference.value }),
    },
    perform: async (body, idempotencyKey) => (await call(requestStake, { body, idempotencyKey })).data,
    onDone: (done) => {
      clear();
      onDone(done);
    },
    onEnded: () => queries.invalidateQueries(priceQuery),
  });
}

/** Three steps; once there is an amount, where to pay stays on the page. */
function StakingForm({ held, onDone, onLeft }: StakingFormProps) {
  const t = useT();
  const stake = useStake(held);
  const otp = useStakeRequest(stake, onDone);
  const { form, step, show, go, way, setWay, tried, problem, texts, reference, picture } = stake;
  const { submit, isReviewing, isWaiting, proofInput, referenceInput } = stake;
  const heading = useStepFocus(step);
  const paymentCard = { amount: problem ? undefined : texts, way, onWay: setWay };
  return (
    <Page>
      {step === "amount" && (
        <RejectedNote onTryAgain={(usd) => show({ form: formOf(usd), step: "amount" })} />
      )}
      <Steps step={step} canGoOn={!problem} onStep={go} />
      <Form isKept onSubmit={submit}>
        <SimpleGrid
          cols={{ base: 1, md: step === "amount" ? 1 : 2 }}
          maw={step === "amount" ? "40rem" : undefined}
          w="100%"
          style={{ alignItems: "start" }}
        >
          {step === "amount" && (
            <AmountCard
              form={form}
              onForm={(next) => show({ form: next, step })}
              wasTried={tried}
              headingRef={heading}
            >
              <SubmitButton busy={false}>{t("Continue to payment")}</SubmitButton>
            </AmountCard>
          )}
          {step === "pay" && (
            <PaymentCard {...paymentCard} headingRef={heading}>
              <StepButtons onBack={() => go("amount")}>
                <SubmitButton busy={false}>{t("I have paid")}</SubmitButton>
              </StepButtons>
            </PaymentCard>
          )}
          {step === "proof" && (
            <ProofCard
              picture={picture}
              reference={reference}
              wasTried={tried}
              isWaiting={isWaiting}
              inputs={{ headingRef: heading, proof: proofInput, reference: referenceInput }}
              onReference={(typed) => show({ form: { ...form, [reference.kind]: typed }, step })}
              onBack={() => go("pay")}
            />
          )}
          {step !== "amount" && (
            <Stack>
              <StakeSummary texts={texts} />
              {step === "proof" && <PaymentCard {...paymentCard} />}
            </Stack>
          )}
        </SimpleGrid>
      </Form>
      {isReviewing && (
        <StakeReview
          stake={stake}
          otp={otp}
          onClose={() => {
            stake.endReview();
            onLeft();
          }}
        />
      )}
    </Page>
  );
}

interface StakeReviewProps {
  stake: ReturnType<typeof useStake>;
  otp: OtpChange;
  onClose: () => void;
}

function StakeReview({ stake: { payment, texts, reference, picture }, otp, onClose }: StakeReviewProps) {
  const t = useT();
  const undoText = useUndoText(payment.data?.coolingOffHours);
  return (
    <Review
      title={t("Staking Request")}
      otp={otp}
      action={t("Confirm")}
      takeBack={[t("You can cancel it until we approve it."), undoText].filter(Boolean).join(" ")}
      onClose={() => {
        // Not before: without its picture the review would close before its reason is read.
        if (otp.ended?.code === "PROOF_UNUSABLE") picture.drop();
        onClose();
      }}
    >
      <ReviewedFigures texts={texts} reference={reference} />
      {otp.step === "form" && !otp.ended && "preview" in picture.state && (
        <ProofPreview src={picture.state.preview} />
      )}
    </Review>
  );
}

interface ProofCardProps {
  picture: ReturnType<typeof usePicture>;
  reference: ReturnType<typeof referenceIn>;
  wasTried: boolean;
  /** Whether a submit waits for the picture to arrive. */
  isWaiting: boolean;
  inputs: {
    headingRef: ReturnType<typeof useStepFocus>;
    proof: RefObject<HTMLInputElement | null>;
    reference: RefObject<HTMLInputElement | null>;
  };
  onReference: (typed: string) => void;
  onBack: () => void;
}

function ProofCard({ picture, reference, wasTried, isWaiting, inputs, onReference, onBack }: ProofCardProps) {
  const t = useT();
  return (
    <StepCard title={t("Show that you paid")} headingRef={inputs.headingRef}>
      <PictureField
        label={t("Proof image")}
        description={t(
          "A picture of the receipt. It is stored privately, and where it was taken is removed.",
        )}
        picture={picture}
        inputRef={inputs.proof}
        error={wasTried && picture.state.phase === "none" ? t(stakingMessages.proofMissing) : undefined}
      />
      <PaymentReference
        reference={reference}
        wasTried={wasTried}
        inputRef={inputs.reference}
        onTyped={onReference}
      />
      <StepButtons onBack={onBack}>
        <MoneyButton isBusy={isWaiting}>{isWaiting ? t("Loading") : t("Send request")}</MoneyButton>
      </StepButtons>
      <p className="small dimmed">
        {t("We check the payment and tell you by e-mail.")}{" "}
        <Link to="/topupRequest">{t("See your requests")}</Link>
      </p>
    </StepCard>
  );
}

interface ReviewedFiguresProps {
  texts: ReturnType<typeof amountTexts>;
  reference: ReturnType<typeof referenceIn>;
}

function ReviewedFigures({ texts, reference }: ReviewedFiguresProps) {
  const t = useT();
  const member = useMember();
  return (
    <Figures>
      <Figure label={t("Stake for")}>
        {member.name} <span className="unit-id dimmed">{member.refId}</span>
      </Figure>
      <Figure label={t("Amount")} strong>
        {texts.usd}
      </Figure>
      {texts.fc && <Figure label={t("At today's price")}>{texts.fc}</Figure>}
      {reference.value !== undefined && (
        <Figure label={t(reference.label)} wide={reference.kind === "transactionHash"}>
          {reference.value}
        </Figure>
      )}
      <Figure label={t("Fee")}>{t("None")}</Figure>
    </Figures>
  );
}

function ProofPreview({ src }: { src: string }) {
  const t = useT();
  return (
    <Box
      component="img"
      src={src}
      alt={t("Proof image")}
      maw="100%"
      mah="9rem"
      bd="1px solid var(--fc-line)"
      bdrs="md"
      style={{ alignSelf: "center" }}
    />
  );
}

/** Where the settings cannot be read; the server encodes every picture again anyway. */
const defaultQuality = 0.2;

/** Where the member was: at the review of a code that was sent, or at the step that was left. */
function firstStake(
  userId: number,
  held: HeldStep<"staking"> | undefined,
): { form: StakeForm; step: StakeStep } {
  if (held?.change) {
    const { amount, utr, transactionHash } = held.change;
    return { form: formOf(amount, { utr, transactionHash }), step: "proof" };
  }
  const kept = keptStakes.find(userId);
  if (!kept) return { form: blankForm, step: "amount" };
  return formProblem(kept.form) ? { form: kept.form, step: "amount" } : kept;
}

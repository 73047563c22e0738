import { fcText } from "@fc/contract/amount-text";
import { fcFromWire } from "@fc/contract/money";
import { requestStake, stakingMessages, stakingPackagesUsd } from "@fc/contract/staking/portal";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { pictureDraft } from "../../../lib/uploads/upload-draft.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Form } from "../../../ui/form/form.tsx";
import { AmountField } from "../../../ui/money/amount-field.tsx";
import { Choices } from "../../../ui/money/choices.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { Review, reviewedStep } from "../../../ui/money/review.tsx";
import { useMoneyDone } from "../../../ui/money/use-money-done.ts";
import type { HeldStep } from "../../../ui/otp/held-step.ts";
import { Unanswered } from "../../../ui/otp/unanswered.tsx";
import { useOtpChange, type Done } from "../../../ui/otp/use-otp-change.ts";
import { Page } from "../../../ui/layout/page.tsx";
import { PictureField } from "../../../ui/uploads/picture-field.tsx";
import { usePicture } from "../../../ui/uploads/use-picture.ts";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { PaymentCard } from "./payment-card.tsx";
import { paymentQuery, priceQuery } from "./queries.ts";
import {
  amountOf,
  amountTexts,
  blankForm,
  customRemark,
  formOf,
  formProblem,
  isIgnored,
  others,
  type StakeForm,
} from "./stake-form.ts";
import "./staking.css";

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

function StakingForm({ held, onDone, onLeft }: StakingFormProps) {
  const t = useT();
  const member = useMember();
  const price = useQuery(priceQuery);
  const payment = useQuery(paymentQuery);
  const [form, setForm] = useState(() => formHeld(held));
  const [wasIgnored, setIgnored] = useState(false);
  const [tried, setTried] = useState(false);
  const [wantsReview, setWantsReview] = useState(held !== undefined);
  const proofInput = useRef<HTMLInputElement>(null);
  const quality = payment.data?.proofImageQuality ?? (payment.error ? defaultQuality : undefined);
  const picture = usePicture({ userId: member.id, folder, quality });

  const amount = amountOf(form);
  const texts = amountTexts(amount, price.data);
  const problem = formProblem(form);
  const remark = customRemark(form.custom);
  const hasProof = picture.state.phase !== "none";
  const todaysPrice = price.data && fcText(fcFromWire(price.data.cost) ?? 0n);

  const otp = useOtpChange({
    purpose: "staking",
    userId: member.id,
    change: {
      userId: member.id,
      refId: member.refId,
      amount,
      proofImageUrl: picture.proofImageUrl ?? "",
    },
    perform: async (body, idempotencyKey) => (await call(requestStake, { body, idempotencyKey })).data,
    onDone: (done) => {
      setForm(blankForm);
      setTried(false);
      setWantsReview(false);
      picture.drop();
      onDone(done);
    },
    onRefused: ({ code }) => {
      if (code === "PROOF_UNUSABLE") picture.drop();
      return false;
    },
  });

  const submit = () => {
    setTried(true);
    if (problem) return;
    if (!hasProof) return proofInput.current?.focus();
    setWantsReview(true);
  };
  // A submit before the picture has arrived waits for it and then asks for the code.
  const isReviewing = wantsReview && picture.proofImageUrl !== undefined && !problem;
  const isWaiting = wantsReview && (picture.state.phase === "preparing" || picture.state.phase === "sending");

  return (
    <Page>
      <Form className="stake-form" onSubmit={() => submit()}>
        <section className="card stack stake-amount">
          <h2 className="card-title">{t("Staking Request")}</h2>
          <Choices
            label={t("Package")}
            value={form.choice}
            onChange={(choice) => setForm({ ...form, choice })}
            options={[
              ...stakingPackagesUsd.map((usd) => ({
                value: String(usd),
                label: `$${usd.toLocaleString("en-IN")}`,
              })),
              { value: others, label: t("others") },
            ]}
            error={tried && problem && form.choice !== others ? t(problem) : undefined}
          />
          {form.choice === others && (
            <AmountField
              label={t("Amount in $")}
              unit="$"
              decimals={0}
              allowed={t("A multiple of $15, up to $10,000.")}
              remark={wasIgnored ? t("More than $10,000 is not taken.") : remark && t(remark)}
              isFine={!problem}
              value={form.custom}
              onChange={(custom) => {
                setIgnored(isIgnored(custom));
                if (!isIgnored(custom)) setForm({ ...form, custom });
              }}
              error={tried && problem ? t(problem) : undefined}
            />
          )}
          <div aria-live="polite">
            <Figures>
              {todaysPrice && <Figure label={t("Coin Today For $15")}>{todaysPrice}</Figure>}
              <Figure label={t("You stake")}>{problem ? "–" : texts.usd}</Figure>
              <Figure label={t("At today's price")} strong>
                {problem ? "–" : (texts.fc ?? (price.error ? t("Not known yet") : t("Loading...")))}
              </Figure>
            </Figures>
          </div>
          {price.error ? (
            <FormProblem error={price.error} />
          ) : (
            <p className="small dimmed">
              {t("What counts is the price at the moment your payment is approved.")}
            </p>
          )}
        </section>
        <PaymentCard amount={problem ? undefined : texts} />
        <section className="card stack stake-proof">
          <PictureField
            label={t("Proof image")}
            description={t(
              "A picture of the receipt. It is stored privately, and where it was taken is removed.",
            )}
            picture={picture}
            inputRef={proofInput}
            error={tried && !hasProof ? t(stakingMessages.proofMissing) : undefined}
          />
          <SubmitButton busy={isWaiting}>{t("Send request")}</SubmitButton>
          <p className="small dimmed">
            {t("We check the payment and tell you by e-mail.")}{" "}
            <Link to="/topupRequest">{t("See your requests")}</Link>
          </p>
        </section>
      </Form>
      {isReviewing && (
        <Review
          title={t("Staking Request")}
          otp={otp}
          action={t("Confirm")}
          onClose={() => {
            setWantsReview(false);
            onLeft();
          }}
        >
          <Figures>
            <Figure label={t("Stake for")}>
              {member.name} <span className="unit-id dimmed">{member.refId}</span>
            </Figure>
            <Figure label={t("Amount")} strong>
              {texts.usd}
            </Figure>
            {texts.fc && <Figure label={t("At today's price")}>{texts.fc}</Figure>}
            <Figure label={t("Fee")}>{t("None")}</Figure>
          </Figures>
          {otp.step === "form" && "preview" in picture.state && (
            <img className="stake-review-proof" src={picture.state.preview} alt={t("Proof image")} />
          )}
        </Review>
      )}
    </Page>
  );
}

/** Where the settings cannot be read; the server encodes every picture again anyway. */
const defaultQuality = 0.2;

/** The amount that a code was sent for. */
function formHeld(held: HeldStep<"staking"> | undefined): StakeForm {
  return held?.change ? formOf(held.change.amount) : blankForm;
}

import { AppError } from "@fc/contract/errors";
import * as contract from "@fc/contract/profile/portal";
import { registrationMessages } from "@fc/contract/registration/portal";
import type { BodyOf } from "@fc/contract/route";
import { ifNotYou, noteChange, type Client } from "../../core/members/changes.ts";
import { normalisedMobile, phoneText } from "../../core/members/phone.ts";
import { confirmed, otpGuard, type Fact, type OtpGuard } from "../../core/otp/guard.ts";
import { consumeOtp } from "../../core/otp/otp.ts";
import type { Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { profileOf, profileQuery } from "./queries.ts";

type Change = BodyOf<typeof contract.updateProfile>;
type Wanted = Omit<Change, "id">;

/** In the order of the form, by the words of the form. */
const labels = {
  name: "Name",
  gender: "Gender",
  mobileNumber: "Mobile number",
  dob: "Date of birth",
  nominee: "Nominee",
  relation: "Relation",
  address: "Address",
  city: "City",
  pin: "PIN",
  country: "Country",
} as const satisfies Record<keyof Wanted, string>;

export function profileGuard({ db }: Deps): OtpGuard {
  return otpGuard({
    purpose: "profile",
    route: contract.updateProfile,
    check: async ({ actor, change, now }) => {
      const wanted = wantedOf(actor, change, now);
      if (changedFields(await profileOf(db, actor.memberId), wanted).length === 0) {
        throw new AppError("NOTHING_CHANGED");
      }
    },
    // What differs is part of what is confirmed: a code is worth nothing once the profile is another.
    context: async ({ actor, change, now }) =>
      contextOf(changedFields(await profileOf(db, actor.memberId), wantedOf(actor, change, now))),
    describe: (change, { changed = "" }) => ({
      action: "Confirm your profile",
      facts: [{ label: "To be changed", value: changed }, ...newValues(change, changed)],
    }),
  });
}

interface UpdateInput {
  actor: MemberSession;
  change: Change;
  client: Client;
  secretKey: string;
  now: Date;
}

export async function updateProfile(tx: Tx, input: UpdateInput): Promise<void> {
  const { actor, change, client, secretKey, now } = input;
  const { memberId, sessionId } = actor;
  const wanted = wantedOf(actor, change, now);
  const before = await profileQuery(tx, memberId).forUpdate().executeTakeFirstOrThrow();
  const fields = changedFields(before, wanted);
  // As it is to be: a repeated call, for want of the first answer.
  if (fields.length === 0) return;
  await consumeOtp(tx, {
    memberId,
    sessionId,
    purpose: "profile",
    change: confirmed(change, contextOf(fields)),
    secretKey,
    now,
  });
  const { mobileNumber: phone, ...columns } = wanted;
  await tx
    .updateTable("members")
    .set({ ...columns, phone })
    .where("id", "=", memberId)
    .execute();
  await noteChange(tx, {
    // By the name that the owner knows, should somebody else have changed it.
    actor,
    kind: "profile-changed",
    detail: contextOf(fields).changed,
    client,
    now,
    mail: {
      heading: "Your profile was changed",
      text: "your profile was changed.",
      facts: [
        { label: "Changed", value: contextOf(fields).changed },
        ...newValues(wanted, contextOf(fields).changed),
      ],
      note: ifNotYou,
    },
  });
}

/** What the profile is to be, by the rules that the form shares and the one that only the server knows: phones. */
function wantedOf(actor: MemberSession, { id, ...change }: Change, now: Date): Wanted {
  // Another's id is answered as if it did not exist, as everywhere.
  if (id !== actor.memberId) throw new AppError("NOT_FOUND");
  const dobProblem = contract.dobProblem(change.dob, now);
  if (dobProblem) throw new AppError("BAD_REQUEST", { fields: { dob: dobProblem } });
  const mobileNumber = normalisedMobile(change.mobileNumber);
  if (mobileNumber === undefined) {
    throw new AppError("PHONE_INVALID", { fields: { mobileNumber: registrationMessages.phoneWrong } });
  }
  return { ...change, mobileNumber };
}

function changedFields(before: Wanted, wanted: Wanted): (keyof Wanted)[] {
  return (Object.keys(labels) as (keyof Wanted)[]).filter((field) => before[field] !== wanted[field]);
}

/** Who somebody is, is reached by and leaves everything to. Where and when born stay out of mails, which lie about for years. */
const toldByMail = ["name", "mobileNumber", "nominee", "relation"] as const satisfies (keyof Wanted)[];

/** Of those that are among the changed ones. */
function newValues(wanted: Wanted, changed: string): Fact[] {
  const labelsChanged = changed.split(", ");
  return toldByMail
    .filter((field) => labelsChanged.includes(labels[field]))
    .map((field) => ({ label: `New ${labels[field].toLowerCase()}`, value: textOf(field, wanted[field]) }));
}

function textOf(field: keyof Wanted, value: string): string {
  if (value === "") return "none";
  return field === "mobileNumber" ? phoneText(normalisedMobile(value) ?? value) : value;
}

function contextOf(fields: (keyof Wanted)[]) {
  return { changed: fields.map((field) => labels[field]).join(", ") };
}

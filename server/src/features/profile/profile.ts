import { keysOf } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import * as contract from "@fc/contract/profile/portal";
import { registrationMessages } from "@fc/contract/registration/portal";
import type { BodyOf } from "@fc/contract/route";
import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import { labelList } from "../../core/mails/labels.ts";
import type { Fact } from "../../core/mails/mail.ts";
import { noteChange } from "../../core/members/changes.ts";
import { normalisedMobile, phoneText } from "../../core/members/phone.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { profileOf, profileQuery } from "./queries.ts";

type ProfileChange = BodyOf<typeof contract.updateProfile>;
type ProfileFields = Omit<ProfileChange, "id">;

/** The labels of the form, in its order. */
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
} as const satisfies Record<keyof ProfileFields, string>;

export function profileChange(deps: Deps) {
  const { db } = deps;
  return guardedChange(deps, {
    purpose: "profile",
    check: async ({ actor, change, now }) => {
      const fields = changedFields(await profileOf(db, actor.memberId), wantedOf(actor, change, now));
      if (fields.length === 0) throw new AppError("NOTHING_CHANGED");
      // The changed fields are part of what the code confirms, so that it is invalid once the profile has changed.
      const context = contextOf(fields);
      const facts: Fact[] = [
        { label: "To be changed", value: changedWords(fields) },
        ...newValues(change, fields),
      ];
      return {
        action: { en: "Confirm your profile", hi: "अपनी प्रोफ़ाइल की पुष्टि करें" },
        facts,
        context,
      };
    },
    perform: (request) => atomically(db, updateProfile, request),
  });
}

async function updateProfile(
  tx: Tx,
  request: ChangeRequest<"profile"> & { code: RequestCode },
): Promise<void> {
  const { actor, change, client, code, now } = request;
  const { memberId } = actor;
  const wanted = wantedOf(actor, change, now);
  const before = await profileQuery(tx, memberId).forUpdate().executeTakeFirstOrThrow();
  const fields = changedFields(before, wanted);
  // Nothing to change: a retry after a lost response.
  if (fields.length === 0) return;
  await code.spend(tx, contextOf(fields));
  const { mobileNumber: phone, ...columns } = wanted;
  await tx
    .updateTable("members")
    .set({ ...columns, phone })
    .where("id", "=", memberId)
    .execute();
  await noteChange(tx, {
    // The mail uses the old name, which the owner knows, in case somebody else changed it.
    actor,
    kind: "profile-changed",
    detail: contextOf(fields).changed,
    client,
    now,
    values: { changed: changedWords(fields), newValues: newValues(wanted, fields) },
  });
}

/** The new profile, checked by the rules that the form shares and by the server's own rule for phone numbers. */
function wantedOf(actor: MemberSession, { id, ...change }: ProfileChange, now: Date): ProfileFields {
  // Another member's id is answered as if it did not exist.
  if (id !== actor.memberId) throw new AppError("NOT_FOUND");
  const dobProblem = contract.dobProblem(change.dob, now);
  if (dobProblem) throw new AppError("BAD_REQUEST", { fields: { dob: dobProblem } });
  const mobileNumber = normalisedMobile(change.mobileNumber);
  if (mobileNumber === undefined) {
    throw new AppError("PHONE_INVALID", { fields: { mobileNumber: registrationMessages.phoneWrong } });
  }
  return { ...change, mobileNumber };
}

function changedFields(before: ProfileFields, wanted: ProfileFields): (keyof ProfileFields)[] {
  return keysOf(labels).filter((field) => before[field] !== wanted[field]);
}

/**
 * Fields whose new values a mail may contain. Address and date of birth are left out, because mails are kept for
 * years.
 */
const mailedFields = [
  { field: "name", label: "New name" },
  { field: "mobileNumber", label: "New mobile number" },
  { field: "nominee", label: "New nominee" },
  { field: "relation", label: "New relation" },
] as const satisfies { field: keyof ProfileFields; label: Fact["label"] }[];

/** The new values of the changed fields that a mail may contain. */
function newValues(wanted: ProfileFields, changed: readonly (keyof ProfileFields)[]): Fact[] {
  return mailedFields
    .filter(({ field }) => changed.includes(field))
    .map(({ field, label }) => ({ label, value: valueOf(field, wanted[field]) }));
}

function valueOf(field: keyof ProfileFields, value: string): Fact["value"] {
  if (value === "") return { en: "none", hi: "कोई नहीं" };
  return field === "mobileNumber" ? phoneText(normalisedMobile(value) ?? value) : value;
}

function changedWords(fields: readonly (keyof ProfileFields)[]) {
  return labelList(fields.map((field) => labels[field]));
}

function contextOf(fields: readonly (keyof ProfileFields)[]) {
  return { changed: changedWords(fields).en };
}

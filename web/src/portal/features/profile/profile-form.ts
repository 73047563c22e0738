import { keysOf } from "@fc/contract/sure";
import { homeCountry } from "@fc/contract/countries";
import { dobProblem, profileBody, type Profile, type updateProfile } from "@fc/contract/profile/portal";
import type { Gender } from "@fc/contract/registration/portal";
import type { BodyOf } from "@fc/contract/route";
import { problemsIn } from "../../../ui/record/problems-in.ts";
import type { Problems } from "../../../ui/record/use-record-form.ts";

/** The values of the fields; an unknown date is empty. */
export interface ProfileForm {
  name: string;
  gender: Gender;
  mobileNumber: string;
  dob: string;
  nominee: string;
  relation: string;
  address: string;
  city: string;
  pin: string;
  country: string;
}

type ProfileChange = BodyOf<typeof updateProfile>;

type SavedProfile = Omit<Profile, "id" | "refId" | "mailId" | "joiningDate">;

export function formOf(profile: SavedProfile): ProfileForm {
  const { name, gender, mobileNumber, dob, nominee, relation, address, city, pin, country } = profile;
  return {
    name,
    gender,
    mobileNumber,
    dob: dob ?? "",
    nominee,
    relation,
    address,
    city,
    pin,
    country: country || homeCountry,
  };
}

export function changeOf(id: number, form: ProfileForm): ProfileChange {
  return { id, ...form, dob: form.dob || null };
}

/** The country that a member never gave is only suggested: it counts once the member has been at its field. */
export function isUnchanged(saved: SavedProfile, form: ProfileForm, isCountryTouched: boolean): boolean {
  const before = formOf(saved);
  const isSame = keysOf(before).every((field) => before[field] === form[field]);
  return isSame && (saved.country !== "" || !isCountryTouched);
}

export function profileProblems(form: ProfileForm, now: Date): Problems<ProfileForm> {
  const change = changeOf(0, form);
  const problems = problemsIn(form, profileBody.safeParse(change));
  const dob = problems.dob ?? dobProblem(change.dob, now);
  return dob === undefined ? problems : { ...problems, dob };
}

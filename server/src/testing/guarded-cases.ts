import { getBankDetails, updateBankDetails } from "@fc/contract/bank/portal";
import { changeEmail, getEmail } from "@fc/contract/email/portal";
import { createFmdc, getAllFmdcs } from "@fc/contract/fmdc/portal";
import { createFreeCoinAddress, getFreeCoinAddress } from "@fc/contract/coin-address/portal";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { createPanRecord, getPanRecord } from "@fc/contract/pan/portal";
import { getProfile, updateProfile } from "@fc/contract/profile/portal";
import { mailPhrase, setMailPhrase } from "@fc/contract/security/mail-phrase";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { giveAddress } from "./money.ts";
import { proveNewEmail } from "./new-email.ts";
import { asFile, photo } from "./pictures.ts";
import type { TestAnswer, TestApp, TestClient, TestMember } from "./test-app.ts";

export type Change = Record<string, unknown>;

/** A change of a member's own records, as its form makes it. */
export interface GuardedCase {
  purpose: OtpPurpose;
  prepare?: (app: TestApp, member: TestMember) => Promise<void>;
  /** The change that is requested; `other` is valid too, but not the same. */
  change: (
    app: TestApp,
    client: TestClient,
    member: TestMember,
  ) => Promise<{ wanted: Change; other: Change }>;
  /** What another device needs before a code is sent to it; `change` does it for the first one. */
  prepareDevice?: (app: TestApp, client: TestClient, member: TestMember) => Promise<void>;
  make: (client: TestClient, change: Change) => Promise<TestAnswer>;
  state: (client: TestClient, member: TestMember) => Promise<TestAnswer>;
}

export const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const otherAddress = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const oldAddress = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB";

const pair = (wanted: Change, other: Change) => Promise.resolve({ wanted, other });
const post = (path: string) => (client: TestClient, change: Change) =>
  client.send("POST", `/api${path}`, change);

/** The changes of a member's own records. */
export const recordChanges: readonly GuardedCase[] = [
  {
    purpose: "profile",
    change: (_app, _client, { id, name }) => {
      const rest = {
        dob: null,
        nominee: "",
        relation: "",
        address: "",
        city: "Kochi",
        pin: "",
        country: "IN",
      };
      const wanted = { id, name, gender: "F", mobileNumber: "+919876543210", ...rest };
      return pair(wanted, { ...wanted, city: "Pune" });
    },
    make: post(updateProfile.path),
    state: (client, { id }) => client.call(getProfile, { params: { userId: id } }),
  },
  {
    purpose: "coin-address-create",
    change: (_app, _client, { id: userId }) =>
      pair({ userId, freeCoinAddress: address }, { userId, freeCoinAddress: otherAddress }),
    make: post(createFreeCoinAddress.path),
    state: (client, { id }) => client.call(getFreeCoinAddress, { params: { userId: id } }),
  },
  {
    purpose: "coin-address-update",
    prepare: (app, member) => giveAddress(app.db, member, oldAddress, app.time.now),
    change: (_app, _client, { id: userId }) => {
      const rest = { userId, freeCoinAddress: oldAddress };
      return pair({ ...rest, newAddress: address }, { ...rest, newAddress: otherAddress });
    },
    make: (client, { newAddress, ...body }) =>
      client.send("PUT", `/api/user/editFreeCoinAddress/${String(newAddress)}`, body),
    state: (client, { id }) => client.call(getFreeCoinAddress, { params: { userId: id } }),
  },
  {
    purpose: "fmdc",
    change: (_app, _client, { refId }) => pair({ refId, token: address }, { refId, token: otherAddress }),
    make: post(createFmdc.path),
    state: (client) => client.call(getAllFmdcs, {}),
  },
  {
    purpose: "mail-phrase",
    change: (_app, _client, { id: userId }) =>
      pair({ userId, phrase: "Blue kite" }, { userId, phrase: "Red kite" }),
    make: post(setMailPhrase.path),
    state: (client, { id }) => client.call(mailPhrase, { params: { userId: id } }),
  },
  {
    purpose: "bank",
    change: (_app, _client, { id: userId }) => {
      const rest = { userId, ifscCode: "SBIN0000691", branch: "NEW DELHI", bankName: "State Bank of India" };
      return pair({ ...rest, accountNumber: "123456789012" }, { ...rest, accountNumber: "123456789013" });
    },
    make: post(updateBankDetails.path),
    state: (client, { id }) => client.call(getBankDetails, { params: { userId: id } }),
  },
  {
    purpose: "pan",
    change: async (_app, client, { id: userId }) => {
      const params = { userId, folder: "pan-proof-images" } as const;
      const { body } = await client.call(uploadPicture, { params, body: asFile(await photo()) });
      const wanted = {
        userId,
        nameInPan: "ASHA VERMA",
        panNumber: "ABCPE1234F",
        panImageUrl: body.data.proofImageUrl,
      };
      return { wanted, other: { ...wanted, panNumber: "ABCPE1234G" } };
    },
    make: post(createPanRecord.path),
    state: (client, { id }) => client.call(getPanRecord, { params: { userId: id } }),
  },
  {
    purpose: "email",
    change: async (app, client, member) => {
      const { id: userId } = member;
      const wanted = { userId, newEmail: `new-${userId}@example.com` };
      const other = { userId, newEmail: `other-${userId}@example.com` };
      for (const { newEmail } of [wanted, other]) await proveNewEmail(app, client, member, newEmail);
      return { wanted, other };
    },
    prepareDevice: (app, client, member) =>
      proveNewEmail(app, client, member, `new-${member.id}@example.com`),
    make: post(changeEmail.path),
    state: (client, { id }) => client.call(getEmail, { params: { userId: id } }),
  },
];

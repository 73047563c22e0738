import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { passkeyChallenge, passkeyLogin } from "@fc/contract/login/passkey";
import { sendOtp, signChange, type OtpPurpose } from "@fc/contract/otp/portal";
import { verifyAuthenticator } from "@fc/contract/security/authenticator";
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyInvitation,
  PasskeyRequest,
} from "@fc/contract/security/passkey-wire";
import { addPasskey, chooseToConfirmByPasskey, finishPasskey } from "@fc/contract/security/passkeys";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { insertPasskey } from "../core/passkeys/passkeys.ts";
import { atomically } from "../platform/db.ts";
import { codeShown } from "./authenticator-app.ts";
import { confirm } from "./money.ts";
import type { TestAnswer, TestApp, TestClient, TestMember } from "./test-app.ts";

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 } as const;

/** What a dishonest browser or device would do otherwise. */
interface Faults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  isVerified?: boolean;
  /** Instead of the next one. */
  count?: number;
  /** Whose passkey the device says it is. */
  userHandle?: Buffer;
}

/** An authenticator with one ES256 key, as a phone has it, and the browser around it. */
export class SoftwarePasskey {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #origin: string;
  readonly id = randomBytes(32);
  #userHandle: Buffer | undefined;
  #count = 0;

  constructor({ deps }: { deps: Pick<TestApp["deps"], "publicUrl"> }) {
    this.#origin = new URL(deps.publicUrl).origin;
  }

  /** What the browser sends after it has made a passkey. */
  make(invitation: PasskeyInvitation, faults: Faults = {}): NewPasskey {
    this.#userHandle = Buffer.from(invitation.user.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authData = Buffer.concat([
      this.#authenticatorData({ rpId: invitation.rp.id, ...faults }, flags.hasCredential),
      Buffer.alloc(16),
      length,
      this.id,
      this.#publicKey(),
    ]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      ...this.#named(),
      response: {
        attestationObject: text(isoCBOR.encode(attestation as never)),
        clientDataJSON: text(this.#clientData("webauthn.create", invitation.challenge, faults)),
        transports: ["internal"],
      },
    };
  }

  /** What the server keeps of it, for a member who has it already. */
  kept() {
    this.#userHandle = randomBytes(32);
    const publicKey = Buffer.from(this.#publicKey());
    return { credentialId: this.id, publicKey, userHandle: this.#userHandle, counter: 0n, transports: [] };
  }

  /** What the browser sends after its user has allowed a signature. */
  sign(request: PasskeyRequest, faults: Faults = {}): PasskeyAnswer {
    this.#count = faults.count ?? this.#count + 1;
    const clientData = this.#clientData("webauthn.get", request.challenge, faults);
    const authenticatorData = this.#authenticatorData({ rpId: request.rpId, ...faults });
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      ...this.#named(),
      response: {
        authenticatorData: text(authenticatorData),
        clientDataJSON: text(clientData),
        signature: text(sign("sha256", signed, this.#keys.privateKey)),
        userHandle: text(faults.userHandle ?? this.#userHandle ?? Buffer.alloc(1)),
      },
    };
  }

  /** COSE: an elliptic curve key (1: 2) for ES256 (3: -7) on P-256 (-1: 1). */
  #publicKey(): Uint8Array {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]),
    );
  }

  #named() {
    return { id: text(this.id), rawId: text(this.id), type: "public-key" as const };
  }

  #clientData(type: string, challenge: string, faults: Faults): Buffer {
    const { origin = this.#origin } = faults;
    return Buffer.from(JSON.stringify({ type, challenge: faults.challenge ?? challenge, origin }));
  }

  #authenticatorData({ rpId, isVerified = true }: Faults & { rpId: string }, more = 0): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#count);
    const set = flags.present | (isVerified ? flags.verified : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([set]), count]);
  }
}

/** Gives a member a passkey that confirms changes, without the mailed codes that adding and choosing it take. */
export async function givePasskey(
  { db, deps, time }: TestApp,
  { id: memberId }: TestMember,
): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey({ deps });
  await atomically(db, insertPasskey, { memberId, name: "Phone", ...passkey.kept(), now: time.now });
  await db.updateTable("members").set({ confirms_by_passkey: true }).where("id", "=", memberId).execute();
  return passkey;
}

/** Adds a passkey with the mailed code and, where the member has an authenticator app, its code. */
export async function addTestPasskey(
  app: TestApp,
  client: TestClient,
  member: TestMember,
  { name = "Phone", appKey }: { name?: string; appKey?: string } = {},
): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey(app);
  const body = { userId: member.id, name };
  await confirm(app, client, member, { purpose: "passkey-add", change: body });
  if (appKey !== undefined) await enterAppCode(app, client, member, { purpose: "passkey-add", appKey });
  const invited = await client.call(addPasskey, { body });
  if (invited.status !== 200) throw new Error(`not invited: ${JSON.stringify(invited.body)}`);
  const made = passkey.make(invited.body.data);
  const added = await client.call(finishPasskey, { body: { userId: member.id, passkey: made } });
  if (added.status !== 200) throw new Error(`not added: ${JSON.stringify(added.body)}`);
  return passkey;
}

/** Chooses on the Security page that a passkey confirms changes. */
export async function confirmByPasskeyFromNow(
  app: TestApp,
  client: TestClient,
  member: TestMember,
  { appKey }: { appKey?: string } = {},
): Promise<void> {
  const body = { userId: member.id };
  await confirm(app, client, member, { purpose: "passkey-confirm", change: body });
  if (appKey !== undefined) await enterAppCode(app, client, member, { purpose: "passkey-confirm", appKey });
  const chosen = await client.call(chooseToConfirmByPasskey, { body });
  if (chosen.status !== 200) throw new Error(`not chosen: ${JSON.stringify(chosen.body)}`);
}

async function enterAppCode(
  app: TestApp,
  client: TestClient,
  { id: userId }: TestMember,
  { purpose, appKey }: { purpose: OtpPurpose; appKey: string },
): Promise<void> {
  const body = { userId, purpose, code: codeShown(appKey, app.time.now) };
  const { status, body: answer } = await client.call(verifyAuthenticator, { body });
  if (status !== 200) throw new Error(`the app's code is refused: ${JSON.stringify(answer)}`);
}

/** What the member's passkey is asked to sign for a change; throws if a code was mailed instead. */
export async function toSign(
  client: TestClient,
  member: Pick<TestMember, "id">,
  { purpose, change }: { purpose: OtpPurpose; change: Record<string, unknown> },
): Promise<{ grant: string; request: PasskeyRequest }> {
  const body = { purpose, change, passkey: true };
  const answer = await client.call(sendOtp, { params: { userId: member.id }, body });
  if (!answer.body.data?.passkey) throw new Error(`nothing to sign: ${JSON.stringify(answer.body)}`);
  return { grant: answer.body.data.grant, request: answer.body.data.passkey };
}

export function sendSignature(
  client: TestClient,
  { id: userId }: Pick<TestMember, "id">,
  { grant, answer }: { grant: string; answer: PasskeyAnswer },
): Promise<TestAnswer> {
  return client.call(signChange, { body: { userId, grant, answer } });
}

/** Signs in by a passkey, as the button of the login page does. */
export async function logInBy(
  client: TestClient,
  passkey: SoftwarePasskey,
  faults: Faults = {},
): Promise<TestAnswer> {
  const { body } = await client.call(passkeyChallenge, {});
  const answer = await client.call(passkeyLogin, { body: { answer: passkey.sign(body.data, faults) } });
  client.token = answer.body.token ?? undefined;
  return answer;
}

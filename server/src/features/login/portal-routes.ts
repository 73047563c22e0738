import type { Dashboard } from "@fc/contract/dashboard/portal";
import * as passkeyContract from "@fc/contract/login/passkey";
import * as contract from "@fc/contract/login/portal";
import { session as sessionRoute } from "@fc/contract/login/session";
import type { ResponseOf } from "@fc/contract/route";
import { setLanguage } from "../../core/members/members.ts";
import { atomically, type Db } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { bounceOf } from "../../platform/mail/bounces.ts";
import type { Cookies } from "../../platform/http/cookies.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { revokeSession, SessionReader, type MemberSession } from "../../platform/sessions.ts";
import { requestTemporaryPassword } from "./forgot-password.ts";
import { logIn, type SignedIn } from "./login.ts";
import { askForPasskey, logInByPasskey } from "./passkey-login.ts";

/** The dashboard is another feature's, so the list of features passes it in. */
export type DashboardReader = (db: Db, scope: { memberId: number; now: Date }) => Promise<Dashboard>;

export function loginPortalRoutes(deps: Deps, dashboardOf: DashboardReader): BoundRoute[] {
  const sessions = new SessionReader(deps.db);

  /** What the portal asks for first after signing in. It is read as the calls of the new session would read it. */
  async function firstAnswers({ token, cookie }: SignedIn, now: Date): Promise<FirstAnswers> {
    try {
      const actor = await sessions.sessionOf({ token, cookie }, now);
      if (!actor) return {};
      const session = await signedInMember(deps.db, actor);
      if (actor.mustChangePassword || actor.mustAccept) return { session };
      return { session, dashboard: await dashboardOf(deps.db, { memberId: actor.memberId, now }) };
    } catch (error) {
      // The session is open already: without these answers the portal asks for both and shows what fails.
      deps.log.error({ err: error }, "A login was answered without the dashboard");
      return {};
    }
  }

  async function answerTo(signedIn: SignedIn | undefined, cookies: Cookies, now: Date) {
    if (!signedIn) return { isAuth: false, token: null };
    cookies.set("fc_session", signedIn.cookie);
    cookies.set("fc_device", signedIn.deviceId);
    return { isAuth: true, token: signedIn.token, ...(await firstAnswers(signedIn, now)) };
  }

  return [
    handle(contract.login, async ({ body, client, cookies, gone, now }) => {
      const deviceId = cookies.get("fc_device");
      const signedIn = await logIn(deps.db, { ...body, ...client, deviceId, gone, now });
      return answerTo(signedIn, cookies, now);
    }),
    handle(passkeyContract.passkeyChallenge, async ({ client, cookies, now }) => {
      const { cookie, request } = await askForPasskey(deps, { ip: client.ip, now });
      cookies.set("fc_passkey", cookie);
      return { data: request };
    }),
    handle(passkeyContract.passkeyLogin, async ({ body, client, cookies, now }) => {
      const browser = { cookie: cookies.get("fc_passkey"), deviceId: cookies.get("fc_device") };
      const signedIn = await logInByPasskey(deps, { ...body, ...client, ...browser, now });
      return answerTo(signedIn, cookies, now);
    }),
    handle(contract.logout, async ({ actor, cookies, now }) => {
      const { memberId, sessionId } = actor;
      await atomically(deps.db, revokeSession, { memberId, sessionId, now });
      cookies.clear(actor.memberView ? "fc_look" : "fc_session");
      return {};
    }),
    handle(sessionRoute, async ({ actor }) => ({ data: await signedInMember(deps.db, actor) })),
    handle(contract.chooseLanguage, async ({ actor, body }) => {
      await atomically(deps.db, setLanguage, { memberId: actor.memberId, language: body.language });
      return {};
    }),
    handle(contract.forgotPassword, async ({ body, client, now }) => {
      await requestTemporaryPassword(deps.db, { refId: body.refId, ip: client.ip, now });
      return { message: contract.passwordSent };
    }),
  ];
}

type FirstAnswers = Pick<ResponseOf<typeof contract.login>, "session" | "dashboard">;

async function signedInMember(
  db: Db,
  actor: MemberSession,
): Promise<ResponseOf<typeof sessionRoute>["data"]> {
  return {
    id: actor.memberId,
    refId: actor.refId,
    name: actor.name,
    mustChangePassword: actor.mustChangePassword,
    ...(actor.mustChangePassword &&
      (await isFirstAfterMove(db, actor.memberId)) && { isFirstAfterMove: true }),
    confirmsByPasskey: actor.confirmsByPasskey,
    mustAccept: actor.mustAccept,
    language: actor.language,
    mailsReturnedFrom: (await bounceOf(db, actor.email)) ? actor.email : null,
    lookUntil: actor.memberView?.until.toISOString() ?? null,
  };
}

/** Whether the member moved in and has chosen no password here yet. */
async function isFirstAfterMove(db: Db, memberId: number): Promise<boolean> {
  const moved = await db
    .selectFrom("members")
    .innerJoin("arrivals", (join) => join.onRef("joined_at", "<", "imported_at"))
    .select("members.id")
    .where("members.id", "=", memberId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("member_events")
            .select("id")
            .whereRef("member_id", "=", "members.id")
            .where("kind", "=", "password-changed"),
        ),
      ),
    )
    .executeTakeFirst();
  return moved !== undefined;
}

import * as contract from "@fc/contract/operators/console-account";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute, type Call } from "../../platform/http/handle.ts";
import {
  accountOf,
  beginNewApp,
  changeOwnPassword,
  confirmNewApp,
  endOthers,
  endSession,
  renewRecoveryCodes,
  type OwnChange,
} from "./account.ts";

export function operatorAccountRoutes(deps: Deps): BoundRoute[] {
  const { db, secretKey } = deps;
  const changeOf = ({
    actor,
    operating,
    client,
    cookies,
  }: Pick<Call<typeof contract.ownAccount>, "actor" | "operating" | "client" | "cookies">): OwnChange => ({
    actor,
    operating,
    userAgent: client.userAgent,
    deviceId: cookies.get("fc_operator_device"),
    secretKey,
  });
  return [
    handle(contract.ownAccount, async ({ actor, now }) => ({ data: await accountOf(db, actor, now) })),
    handle(contract.changeOwnPassword, async (call) => {
      const deviceId = await changeOwnPassword(db, changeOf(call), call.body);
      call.cookies.set("fc_operator_device", deviceId);
      return {};
    }),
    handle(contract.beginNewApp, async (call) => ({
      data: await beginNewApp(db, changeOf(call), call.body),
    })),
    handle(contract.confirmNewApp, async (call) => {
      const { recoveryCodes, deviceId } = await confirmNewApp(db, changeOf(call), call.body.code);
      call.cookies.set("fc_operator_device", deviceId);
      return { data: { recoveryCodes } };
    }),
    handle(contract.renewOwnRecoveryCodes, async (call) => ({
      data: { recoveryCodes: await renewRecoveryCodes(db, changeOf(call), call.body) },
    })),
    handle(contract.endOwnSession, async ({ actor, operating, body }) => {
      await atomically(db, endSession, { actor, operating, ...body });
      return {};
    }),
    handle(contract.endOtherSessions, async ({ actor, operating }) => ({
      data: { ended: await atomically(db, endOthers, { actor, operating }) },
    })),
  ];
}

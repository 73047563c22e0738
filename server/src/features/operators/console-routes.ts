import * as contract from "@fc/contract/operators/console";
import { logText } from "@fc/contract/operators/console-log";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { revokeOperatorSessions } from "../../platform/operator-sessions.ts";
import { operatorAccountRoutes } from "./account-routes.ts";
import { checkConsoleLink, requestConsoleLink } from "./devices.ts";
import { acceptInvitation, invitationOf } from "./invitations.ts";
import { logInOperator } from "./login.ts";
import { allLogLines, operatorLogPage } from "./log.ts";
import { changeOperator, inviteOperator, listOperators } from "./operators.ts";
import { beginEnrolment, confirmEnrolment, passByCode, secondStepOf, skip } from "./second-step.ts";

export function operatorConsoleRoutes(deps: Deps): BoundRoute[] {
  return [
    ...operatorAccountRoutes(deps),
    ...sessionRoutes(deps),
    ...secondStepRoutes(deps),
    ...peopleRoutes(deps),
  ];
}

function sessionRoutes(deps: Deps): BoundRoute[] {
  const { db } = deps;
  return [
    handle(contract.operatorLogin, async ({ body, client, cookies, gone, now }) => {
      const deviceId = cookies.get("fc_operator_device");
      const signedIn = await logInOperator(db, { ...body, ...client, deviceId, gone, now });
      if (!signedIn) return { isAuth: false, token: null };
      cookies.set("fc_operator", signedIn.cookie);
      return { isAuth: true, token: signedIn.token };
    }),
    handle(contract.operatorSession, async ({ actor }) => {
      const { operatorId: id, name, email, role } = actor;
      const secondStep = await secondStepOf(deps, actor);
      return { data: { id, name, email, role, secondStep, hasChain: deps.chain !== undefined } };
    }),
    handle(contract.operatorLogout, async ({ actor, cookies, now }) => {
      const { operatorId, sessionId } = actor;
      await atomically(db, revokeOperatorSessions, { operatorId, sessionId, now });
      cookies.clear("fc_operator");
      return {};
    }),
    handle(contract.invitation, async ({ body, client, now }) => ({
      data: await invitationOf(db, { ...body, ip: client.ip, now }),
    })),
    handle(contract.acceptInvitation, async ({ body, client, cookies, now }) => {
      const deviceId = await acceptInvitation(db, { ...body, ip: client.ip, now });
      cookies.set("fc_operator_device", deviceId);
      return { message: "Password chosen. Please sign in" };
    }),
    handle(contract.requestConsoleLink, async ({ body, client, now }) => {
      await requestConsoleLink(db, { ...body, ip: client.ip, now });
      return { message: "If this is an operator's address, a link was sent to it" };
    }),
    handle(contract.openConsoleLink, async ({ body, client, cookies, now }) => {
      await checkConsoleLink(db, { ...body, ip: client.ip, now });
      cookies.set("fc_operator_device", body.secret);
      return {};
    }),
  ];
}

function secondStepRoutes(deps: Deps): BoundRoute[] {
  const { db, secretKey } = deps;
  return [
    handle(contract.beginSecondStep, async ({ actor, operating }) => {
      return { data: await beginEnrolment(deps, { actor, operating }) };
    }),
    handle(contract.confirmSecondStep, async ({ actor, body, cookies, operating }) => {
      const deviceId = cookies.get("fc_operator_device");
      const confirmed = await confirmEnrolment(db, { actor, operating, secretKey, deviceId, ...body });
      cookies.set("fc_operator_device", confirmed.deviceId);
      return { data: { recoveryCodes: confirmed.recoveryCodes } };
    }),
    handle(contract.passSecondStep, async ({ actor, body, cookies, operating }) => {
      const deviceId = cookies.get("fc_operator_device");
      const passed = await passByCode(db, { actor, operating, secretKey, deviceId, ...body });
      cookies.set("fc_operator_device", passed.deviceId);
      return {};
    }),
    handle(contract.skipSecondStep, async ({ actor, operating }) => {
      await skip(deps, { actor, operating });
      return {};
    }),
  ];
}

function peopleRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.operators, async () => ({ data: await listOperators(db) })),
    handle(contract.inviteOperator, async ({ body, operating }) => {
      return { data: { id: await atomically(db, inviteOperator, { ...body, operating, publicUrl }) } };
    }),
    handle(contract.changeOperator, async ({ params, body, operating }) => {
      const change = { ...body, id: params.id, operating, publicUrl };
      return { data: { isWaiting: await atomically(db, changeOperator, change) } };
    }),
    reading(contract.operatorLog, ({ reads, query }) => operatorLogPage(reads, query)),
    reading(contract.operatorLogCsv, async ({ reads, query }) =>
      csvFile(
        contract.operatorLogColumns,
        allLogLines(reads, query),
        ({ at, operator, action, member, details, ip }) => ({
          at: csvTime(at),
          operator,
          what: logText(action, details),
          refId: member?.refId ?? "",
          name: member?.name ?? "",
          ip,
        }),
      ),
    ),
  ];
}

import type { OperatorRole } from "@fc/contract/operator-access";
import { changeOperator, operatorLogin, operatorSession } from "@fc/contract/operators/console";
import { randomUUID } from "node:crypto";
import { atomically } from "../platform/db.ts";
import { openSecondStep } from "../platform/operator-sessions.ts";
import { testPassword, testPasswordHash } from "./password.ts";
import { TestClient, type TestApp } from "./test-app.ts";

/** An operator with a password, inserted without an invitation. */
export async function addOperator(app: TestApp, role: OperatorRole): Promise<{ id: number; email: string }> {
  const email = `${role}-${randomUUID()}@example.com`;
  const { id } = await app.db
    .insertInto("operators")
    .values({
      email,
      name: `The ${role}`,
      role,
      password_hash: testPasswordHash,
      created_at: app.time.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, email };
}

/** A browser that is signed in to the console; past the second step unless `secondStep` is false. */
export async function operatorSignedIn(
  app: TestApp,
  role: OperatorRole,
  { secondStep = true } = {},
): Promise<TestClient> {
  const { id, email } = await addOperator(app, role);
  const client = new TestClient(app);
  const { status, body } = await client.call(operatorLogin, { body: { email, password: testPassword } });
  if (status !== 200) throw new Error(`not signed in: ${status} ${JSON.stringify(body)}`);
  client.token = body.token;
  if (secondStep) {
    const { id: sessionId } = await app.db
      .selectFrom("operator_sessions")
      .select("id")
      .where("operator_id", "=", id)
      .executeTakeFirstOrThrow();
    await atomically(app.db, openSecondStep, { sessionId, now: app.time.now });
  }
  return client;
}

/** One operator's account is disabled by an admin. */
export async function disable(operator: TestClient, admin: TestClient): Promise<void> {
  const { id } = (await operator.call(operatorSession, {})).body.data;
  const { status } = await admin.call(changeOperator, { params: { id }, body: { change: "disable" } });
  if (status !== 200) throw new Error(`not disabled: ${status}`);
}

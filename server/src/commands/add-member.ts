import { AppError } from "@fc/contract/errors";
import { firstMember } from "@fc/contract/registration/console";
import { genders } from "@fc/contract/registration/portal";
import { parseArgs } from "node:util";
import { addFirstMember } from "../features/registration/first-member.ts";
import { atomically } from "../platform/db.ts";
import { parseBy } from "../platform/http/parse.ts";
import { withApplication } from "./with-database.ts";

// npm run member:add -- --name "Asha Rao" --gender F --email asha@example.com [--another-root]
const { values } = parseArgs({
  options: {
    name: { type: "string" },
    gender: { type: "string" },
    email: { type: "string" },
    "another-root": { type: "boolean", default: false },
  },
});
const { "another-root": isAnotherRoot, ...person } = values;
if (Object.values(person).length < 3) {
  console.error(
    `npm run member:add -- --name "Asha Rao" --gender ${genders.join("|")} --email asha@example.com [--another-root]`,
  );
  process.exit(2);
}

await withApplication(async (db, { publicUrl }) => {
  const details = parseBy(firstMember, person, "arguments");
  const adding = { ...details, isAnotherRoot, publicUrl, now: new Date() };
  const { refId } = await atomically(db, addFirstMember, adding).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "FIRST_MEMBER_EXISTS") throw error;
    const advice = `${error.message}. To start one more network, add --another-root`;
    throw new AppError("FIRST_MEMBER_EXISTS", { fields: { "another-root": advice } });
  });
  console.log(`${details.name} is the member ${refId}. The password goes to ${details.email} by mail.`);
});

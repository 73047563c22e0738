import { emailAddress, personName } from "@fc/contract/registration/portal";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { addFirstMember } from "../features/registration/first-member.ts";
import { atomically } from "../platform/db.ts";
import { parseBy } from "../platform/http/parse.ts";
import { withApplication } from "./with-database.ts";

// npm run member:add -- --name "Asha Rao" --email asha@example.com [--another-root]
const { values } = parseArgs({
  options: {
    name: { type: "string" },
    email: { type: "string" },
    "another-root": { type: "boolean", default: false },
  },
});
if (values.name === undefined || values.email === undefined) {
  console.error('npm run member:add -- --name "Asha Rao" --email asha@example.com [--another-root]');
  process.exit(2);
}

await withApplication(async (db, { publicUrl }) => {
  const person = parseBy(z.object({ name: personName, email: emailAddress }), values, "arguments");
  const { refId } = await atomically(db, addFirstMember, {
    ...person,
    isAnotherRoot: values["another-root"],
    publicUrl,
    now: new Date(),
  });
  console.log(`${person.name} is the member ${refId}. The password goes to ${person.email} by mail.`);
});

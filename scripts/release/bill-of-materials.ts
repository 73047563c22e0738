import { createHash } from "node:crypto";

interface Bill {
  serialNumber: string;
  metadata: { timestamp: string; component: { name: string } };
}

/**
 * npm's list of everything that the product contains, in CycloneDX. npm takes the time, a random number and the name of
 * the folder into it; here they come from the release, so that the same release has the same bytes.
 */
export function billOfMaterials(
  text: string,
  { name, commit, at }: { name: string; commit: string; at: Date },
): string {
  const bill = JSON.parse(text) as Bill;
  const hash = createHash("sha256").update(`${name} ${commit}`).digest("hex");
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  bill.serialNumber = `urn:uuid:${uuid}`;
  bill.metadata.timestamp = at.toISOString();
  bill.metadata.component.name = "fc-portal";
  return `${JSON.stringify(bill, null, 2)}\n`;
}

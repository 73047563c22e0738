const oneAddress = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/u;

export function isMailAddress(address: string): boolean {
  return oneAddress.test(address) && address.length <= 254;
}

/** Prevents two recipients in one field ("a@x.example, b@y.example"): one of them would read the other's code. */
export function assertOneAddress(address: string): void {
  if (!isMailAddress(address)) throw new Error("a mail must have exactly one plain address");
}

/** An operator can recognise the address but cannot write to it. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, 1)}***${at < 0 ? "" : address.slice(at)}`;
}

/** "FC Portal <no-reply@fc.example>" → "fc.example" */
export function domainOf(from: string): string {
  return /@([^\s@<>]+)>?\s*$/u.exec(from)?.[1] ?? "localhost";
}

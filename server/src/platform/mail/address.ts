const oneAddress = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/u;

export function isMailAddress(address: string): boolean {
  return oneAddress.test(address) && address.length <= 254;
}

/** Of "a@x.example, b@y.example" a mail client makes two recipients, and one of them reads the other's code. */
export function assertOneAddress(address: string): void {
  if (!isMailAddress(address)) throw new Error("a mail goes to exactly one plain address");
}

/** Enough for an operator to recognise, too little to write to. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, 1)}***${at < 0 ? "" : address.slice(at)}`;
}

/** "FC Portal <no-reply@fc.example>" → "fc.example" */
export function domainOf(from: string): string {
  return /@([^\s@<>]+)>?\s*$/u.exec(from)?.[1] ?? "localhost";
}

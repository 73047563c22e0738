const oneAddress = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/u;

/** Of "a@x.example, b@y.example" a mail client makes two recipients, and one of them reads the other's code. */
export function assertOneAddress(address: string): void {
  if (!oneAddress.test(address) || address.length > 254)
    throw new Error("a mail goes to exactly one plain address");
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

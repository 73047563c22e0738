import { inflateRawSync } from "node:zlib";

/** The files of an archive by their names. */
export function unzipped(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  // The directory stands at the end, and the end of the archive says where it begins.
  const end = archive.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [size, nameLength, extra, comment] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ];
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(begin, begin + size);
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString();
    files.set(name, archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

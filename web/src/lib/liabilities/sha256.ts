import { sha256 as sha256Of } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** The browser's own is not there on pages without https, and takes longer for texts as short as these. */
export function sha256(text: string): string {
  return bytesToHex(sha256Of(utf8ToBytes(text)));
}

import { hashMessage } from "viem/utils";
import { creationOf } from "./contract-bytes.ts";
import type { Hex } from "../../platform/chain/types.ts";

/** A wallet that is a contract (EIP-1271) and has accepted one text, whatever the signature. */
export function walletCreation(text: string): Hex {
  return creationOf(
    [
      `7f${hashMessage(text).slice(2)}`, // the hash of the text
      "60043514", // is it the call's first word?
      "631626ba7e60e01b02", // then the answer of the standard, else 0
      "60005260206000f3", // return it
    ].join(""),
  );
}

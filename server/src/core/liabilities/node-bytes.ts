import { type Fc, asFc } from "@fc/contract/units";
import { hash } from "node:crypto";
import {
  checkedSum,
  hashBytes,
  leafText,
  nodeBytes,
  parentText,
  type Leaf,
  type Sha256,
} from "@fc/contract/transparency/liabilities/tree";

const sumBytes = 8;

export const sha256: Sha256 = (text) => hash("sha256", text);

/**
 * The tree of the contract on nodes as bytes, one after the other: six million hashes would take twice as long with an
 * object for each node. A test compares the two.
 */
export class NodeBytes {
  readonly bytes: Buffer;
  /** Reads and writes numbers faster than the buffer does. */
  readonly #view: DataView;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get count(): number {
    return this.bytes.length / nodeBytes;
  }

  /** A node as the contract's text. */
  textAt(at: number): string {
    return this.bytes.toString("hex", at * nodeBytes, (at + 1) * nodeBytes);
  }

  setLeaf(at: number, leaf: Leaf): void {
    this.#set(at, sha256(leafText(leaf)), leaf.owedFc, leaf.lockedFc);
  }

  /** The node over all of them, as bytes. */
  top(): Buffer {
    // Each level is written over the one below it.
    const level = new NodeBytes(Buffer.from(this.bytes));
    for (let { count } = this; count > 1; count = Math.ceil(count / 2)) {
      for (let at = 0; at < count; at += 2) {
        if (at + 1 < count) level.#setParent(at / 2, at);
        else level.bytes.copyWithin((at / 2) * nodeBytes, at * nodeBytes, (at + 1) * nodeBytes);
      }
    }
    return level.bytes.subarray(0, nodeBytes);
  }

  #setParent(at: number, left: number): void {
    const hex = sha256(parentText(this.textAt(left), this.textAt(left + 1)));
    this.#set(at, hex, this.#sum(left, hashBytes), this.#sum(left, hashBytes + sumBytes));
  }

  #sum(left: number, offset: number): Fc {
    const at = left * nodeBytes + offset;
    return checkedSum(asFc(this.#view.getBigUint64(at)), asFc(this.#view.getBigUint64(at + nodeBytes)));
  }

  #set(at: number, hex: string, owedFc: Fc, lockedFc: Fc): void {
    const offset = at * nodeBytes;
    this.bytes.write(hex, offset, "hex");
    this.#view.setBigUint64(offset + hashBytes, owedFc);
    this.#view.setBigUint64(offset + hashBytes + sumBytes, lockedFc);
  }
}

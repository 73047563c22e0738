import { createReadStream } from "node:fs";

/** What is wrong with the form of a file or of one of its lines, before anybody looks at its values. */
export type CsvFault =
  | "empty-file"
  | "other-encoding"
  | "cut-file"
  | "stray-quote"
  | "unclosed-quote"
  | "line-too-long";

export interface CsvRecord {
  /** The line of the file at which it begins; the header is line 1. */
  line: number;
  cells: string[];
}

interface CsvBatch {
  records: CsvRecord[];
  faults: { line: number; fault: CsvFault }[];
}

/** A record that is longer is a quote that nobody closed, and would fill the memory. */
const longestRecordBytes = 1024 * 1024;
const chunkBytes = 256 * 1024;
const lineFeed = 0x0a;

/**
 * Reads a file of any length in batches. Lines end with LF or CR LF, a cell in quotes may contain line breaks, and a
 * byte-order mark is skipped. A line that cannot be read is a fault, and reading goes on behind it where it can.
 */
export async function* readCsv(file: string): AsyncGenerator<CsvBatch> {
  const splitter = new Splitter();
  let rest = Buffer.alloc(0);
  let isFirst = true;
  const chunks: AsyncIterable<Buffer<ArrayBuffer>> = createReadStream(file, { highWaterMark: chunkBytes });
  for await (const chunk of chunks) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (isFirst) {
      if (isUtf16(bytes)) return yield { records: [], faults: [{ line: 1, fault: "other-encoding" }] };
      if (bytes.subarray(0, 3).equals(byteOrderMark)) bytes = bytes.subarray(3);
      isFirst = false;
    }
    // A line feed is never a part of another character, so whole lines can be decoded by themselves.
    const end = bytes.lastIndexOf(lineFeed) + 1;
    rest = Buffer.from(bytes.subarray(end));
    yield splitter.add(bytes.subarray(0, end), rest.length);
    if (splitter.isStopped) return;
  }
  yield splitter.end(rest);
}

const byteOrderMark = Buffer.from("\uFEFF");

function isUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || bytes.includes(0);
}

/** Whole lines go in, records come out. What stays from one call to the next is a record with a line break in it. */
class Splitter {
  isStopped = false;
  private line = 0;
  private hasRecord = false;
  /** The lines of a record whose quote is open, and where it begins. */
  private open: { text: string; line: number } | undefined;
  private readonly strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  add(bytes: Buffer, restLength: number): CsvBatch {
    const batch: CsvBatch = { records: [], faults: [] };
    for (const text of this.linesOf(bytes, batch)) {
      this.line++;
      if (text !== undefined) this.addLine(text, batch);
    }
    const openLength = this.open?.text.length ?? 0;
    if (openLength > longestRecordBytes) this.stop(batch, "unclosed-quote", this.open?.line ?? this.line);
    else if (restLength > longestRecordBytes) this.stop(batch, "line-too-long", this.line + 1);
    return batch;
  }

  end(rest: Buffer): CsvBatch {
    const batch: CsvBatch = { records: [], faults: [] };
    if (this.open !== undefined) this.stop(batch, "unclosed-quote", this.open.line);
    else if (rest.length > 0) this.stop(batch, "cut-file", this.line + 1);
    else if (!this.hasRecord) this.stop(batch, "empty-file", 1);
    return batch;
  }

  private stop(batch: CsvBatch, fault: CsvFault, line: number): void {
    batch.faults.push({ line, fault });
    this.isStopped = true;
  }

  /** Undefined for a line that is not UTF-8. */
  private linesOf(bytes: Buffer, batch: CsvBatch): (string | undefined)[] {
    if (bytes.length === 0) return [];
    try {
      return this.strict.decode(bytes).slice(0, -1).split("\n");
    } catch {
      return this.linesOneByOne(bytes, batch);
    }
  }

  private linesOneByOne(bytes: Buffer, batch: CsvBatch): (string | undefined)[] {
    const lines: (string | undefined)[] = [];
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(lineFeed, start);
      try {
        lines.push(this.strict.decode(bytes.subarray(start, end)));
      } catch {
        batch.faults.push({ line: this.line + lines.length + 1, fault: "other-encoding" });
        lines.push(undefined);
      }
      start = end + 1;
    }
    return lines;
  }

  private addLine(withReturn: string, batch: CsvBatch): void {
    const text = withReturn.endsWith("\r") ? withReturn.slice(0, -1) : withReturn;
    if (this.open === undefined && !text.includes('"')) {
      if (text !== "") this.push(batch, { line: this.line, cells: text.split(",") });
      return;
    }
    const { line, text: before } = this.open ?? { line: this.line, text: undefined };
    const whole = before === undefined ? text : `${before}\n${text}`;
    const cells = quotedCells(whole);
    this.open = cells === "open" ? { text: whole, line } : undefined;
    if (cells === "stray") batch.faults.push({ line, fault: "stray-quote" });
    else if (cells !== "open") this.push(batch, { line, cells });
  }

  private push(batch: CsvBatch, record: CsvRecord): void {
    this.hasRecord = true;
    batch.records.push(record);
  }
}

/** The cells of a record that has quotes; "open" if its last quote is not closed yet. */
function quotedCells(text: string): string[] | "open" | "stray" {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] !== '"') {
      const comma = text.indexOf(",", at);
      const cell = comma < 0 ? text.slice(at) : text.slice(at, comma);
      if (cell.includes('"')) return "stray";
      cells.push(cell);
      if (comma < 0) return cells;
      at = comma + 1;
      continue;
    }
    let close = text.indexOf('"', at + 1);
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    if (close < 0) return "open";
    cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
    if (close + 1 === text.length) return cells;
    if (text[close + 1] !== ",") return "stray";
    at = close + 2;
  }
}

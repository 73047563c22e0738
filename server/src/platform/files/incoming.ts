import type { Readable } from "node:stream";
import { AppError } from "@fc/contract/errors";
import { DataStore, ERRORS, Upload } from "@tus/server";
import { sql } from "kysely";
import { after, day, hour, type Clock } from "../clock.ts";
import { atomically, type Db, type Tx } from "../db.ts";
import type { Task } from "../jobs.ts";

/** How long an upload may take. */
const lifeMs = day;
/** Bytes are stored in pieces of about this size, so that a node holds no more than this of an upload. */
const pieceBytes = 256 * 1024;

interface IncomingOptions {
  db: Db;
  clock: Clock;
  /** The member that an upload's id names. */
  ownerOf: (uploadId: string) => number | undefined;
}

/** Keeps unfinished uploads in the database. Nothing of them is in the node that received a piece. */
export class IncomingUploads extends DataStore {
  readonly #options: IncomingOptions;

  constructor(options: IncomingOptions) {
    super();
    this.#options = options;
    this.extensions = ["creation", "creation-with-upload"];
  }

  override async create(upload: Upload): Promise<Upload> {
    const { db, clock, ownerOf } = this.#options;
    const memberId = ownerOf(upload.id);
    if (memberId === undefined || upload.size === undefined) throw ERRORS.INVALID_LENGTH;
    await atomically(db, insertIncoming, { id: upload.id, memberId, size: upload.size, now: clock() });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { db, clock } = this.#options;
    const found = await db
      .selectFrom("incoming_uploads")
      .select(["size", "received"])
      .where("id", "=", id)
      .where("created_at", ">", after(clock(), -lifeMs))
      .executeTakeFirst();
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    return new Upload({ id, size: found.size, offset: found.received });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { db } = this.#options;
    let startsAt = offset;
    let held: Buffer[] = [];
    let heldBytes = 0;
    const store = async () => {
      const content = Buffer.concat(held);
      [held, heldBytes] = [[], 0];
      if (content.length > 0) await atomically(db, insertPiece, { id, startsAt, content });
      startsAt += content.length;
    };
    try {
      const chunks: AsyncIterable<Buffer> = stream;
      for await (const chunk of chunks) {
        held.push(chunk);
        heldBytes += chunk.length;
        if (heldBytes >= pieceBytes) await store();
      }
    } finally {
      // What arrived before the connection was lost need not be sent again.
      await store();
    }
    return startsAt;
  }
}

interface NewIncoming {
  id: string;
  memberId: number;
  size: number;
  now: Date;
}

async function insertIncoming(tx: Tx, { id, memberId, size, now }: NewIncoming): Promise<void> {
  await tx
    .insertInto("incoming_uploads")
    .values({ id, member_id: memberId, size, created_at: now })
    .execute();
}

interface Piece {
  id: string;
  startsAt: number;
  content: Buffer;
}

async function insertPiece(tx: Tx, { id, startsAt, content }: Piece): Promise<void> {
  const received = startsAt + content.length;
  const { numUpdatedRows } = await tx
    .updateTable("incoming_uploads")
    .set({ received })
    .where("id", "=", id)
    .where("received", "=", startsAt)
    .where("size", ">=", received)
    .executeTakeFirst();
  // Another node was faster, after the client sent the piece once more.
  if (numUpdatedRows === 0n) throw new AppError("CONFLICT");
  await tx.insertInto("incoming_pieces").values({ upload_id: id, starts_at: startsAt, content }).execute();
}

/**
 * The complete file; undefined while a part is missing, and "none" if there is no such upload. One statement reads the
 * upload and its pieces: between two, another request could finish the upload and remove the pieces.
 */
export async function arrivedContent(db: Db, uploadId: string): Promise<Buffer | undefined | "none"> {
  const { rows } = await sql<{ is_whole: boolean; content: Buffer | null }>`
    select received >= size as is_whole, case when received >= size then (
      select string_agg(content, '' order by starts_at) from incoming_pieces where upload_id = incoming_uploads.id
    ) end as content
    from incoming_uploads where id = ${uploadId}`.execute(db);
  const [upload] = rows;
  if (!upload) return "none";
  return upload.is_whole ? (upload.content ?? Buffer.alloc(0)) : undefined;
}

export async function removeArrived(db: Db, uploadId: string): Promise<void> {
  await atomically(db, deleteIncoming, uploadId);
}

async function deleteIncoming(tx: Tx, uploadId: string): Promise<void> {
  await tx.deleteFrom("incoming_uploads").where("id", "=", uploadId).execute();
}

/** Removes uploads that were never finished. */
export function forgetIncoming({ db, clock }: { db: Db; clock: Clock }): Task {
  return {
    name: "forget-incoming-uploads",
    everyMs: hour,
    async run() {
      await db.deleteFrom("incoming_uploads").where("created_at", "<", after(clock(), -lifeMs)).execute();
    },
  };
}

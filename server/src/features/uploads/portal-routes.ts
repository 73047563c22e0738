import { Readable } from "node:stream";
import * as contract from "@fc/contract/uploads/portal";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { ownPictureAddress, finishUpload, signedPicture, storePicture } from "./uploads.ts";

export function uploadPortalRoutes(deps: Deps): BoundRoute[] {
  return [
    handle(contract.uploadPicture, async ({ actor, params, body, now }) => {
      const sent = { memberId: actor.memberId, folder: params.folder, file: body, now };
      return { data: { proofImageUrl: await storePicture(deps, sent) } };
    }),
    handle(contract.finishUpload, async ({ actor, body, now }) => {
      const sent = { memberId: actor.memberId, folder: body.folder, uploadId: body.uploadId, now };
      return { data: { proofImageUrl: await finishUpload(deps, sent) } };
    }),
    handle(contract.pictureAddress, async ({ actor, params, now }) => {
      const { url, expiresAt } = await ownPictureAddress(deps, {
        id: params.id,
        memberId: actor.memberId,
        now,
      });
      return { data: { url, expiresAt: expiresAt.toISOString() } };
    }),
    handle(contract.showPicture, async ({ params, query, now }) =>
      Readable.from([await signedPicture(deps, { id: params.id, ...query, now })]),
    ),
  ];
}

import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { PictureField } from "../../../ui/uploads/picture-field.tsx";
import { useProofQuality } from "../../../ui/uploads/proof-quality.ts";
import { usePicture, type Picture } from "../../../ui/uploads/use-picture.ts";

/** The picture that goes with the next message. A member who has to accept the terms first writes without one. */
export function useMessagePicture() {
  const { id: userId, mustAccept } = useMember();
  const picture = usePicture({ userId, folder: "support-images", quality: useProofQuality(!mustAccept) });
  const { phase } = picture.state;
  return { picture, isSending: phase === "preparing" || phase === "sending" };
}

export function MessagePicture({ picture }: { picture: Picture }) {
  const t = useT();
  const { mustAccept } = useMember();
  if (mustAccept) return null;
  return (
    <PictureField
      label={t("Picture (optional)")}
      description={t("Such as a screenshot or a receipt. It is stored privately.")}
      picture={picture}
    />
  );
}

import { pictureAddress, pictureIdIn } from "@fc/contract/uploads/portal";
import { Image, Skeleton } from "@mantine/core";
import "@mantine/core/styles/Image.layer.css";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api/api.ts";
import { useMember } from "../../lib/session/member.ts";
import { ErrorState } from "../feedback/problem.tsx";

/** Requested when it is to be seen, because the address lives for minutes only. */
function addressQuery(userId: number, proofImageUrl: string) {
  return queryOptions({
    queryKey: ["picture", userId, proofImageUrl],
    queryFn: async () => {
      const id = pictureIdIn(proofImageUrl) ?? "";
      return (await call(pictureAddress, { params: { userId, id } })).data.url;
    },
    staleTime: 4 * 60_000,
    gcTime: 4 * 60_000,
  });
}

/** A picture that the member uploaded, shown to nobody else. */
export function OwnPicture({ proofImageUrl, alt }: { proofImageUrl: string; alt: string }) {
  const { id } = useMember();
  const { data, error, refetch } = useQuery(addressQuery(id, proofImageUrl));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  return (
    <Image
      src={data}
      alt={alt}
      w="auto"
      maw="100%"
      mah="22rem"
      fit="contain"
      radius="md"
      bd="1px solid var(--fc-line)"
    />
  );
}

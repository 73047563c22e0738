import { pictureAddress, pictureIdIn } from "@fc/contract/uploads/portal";
import { Skeleton } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api/api.ts";
import { useMember } from "../../lib/session/member.ts";
import { ErrorState } from "../feedback/problem.tsx";
import "./picture.css";

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
  return <img className="own-picture" src={data} alt={alt} />;
}

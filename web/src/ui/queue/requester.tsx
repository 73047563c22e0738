import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";

interface RequesterProps {
  member: { name: string; refId: string };
  /** In a column of a table: the user ID is below the name. */
  isNarrow?: boolean;
}

/** The member who made a request, with a link to their page. */
export function Requester({ member: { name, refId }, isNarrow = false }: RequesterProps) {
  const page: string = `/members/${refId}`;
  return (
    <Anchor
      className="requester"
      component={Link}
      to={page}
      display="inline-block"
      py="0.625rem"
      my="-0.625rem"
    >
      {name}
      {isNarrow ? (
        <>
          {" "}
          <br />
        </>
      ) : (
        " · "
      )}
      {refId}
    </Anchor>
  );
}

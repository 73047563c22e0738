import { Link } from "@tanstack/react-router";
import "./queue.css";

/** The member who made a request, with a link to their page. */
export function Requester({ member: { name, refId } }: { member: { name: string; refId: string } }) {
  const page: string = `/members/${refId}`;
  return (
    <Link to={page} className="queue-requester">
      {name} · {refId}
    </Link>
  );
}

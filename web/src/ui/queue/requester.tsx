import { Link } from "@tanstack/react-router";
import "./queue.css";

/** Who asks, with the way to all that is known of them. */
export function Requester({ member: { name, refId } }: { member: { name: string; refId: string } }) {
  const page: string = `/members/${refId}`;
  return (
    <Link to={page} className="queue-requester">
      {name} · {refId}
    </Link>
  );
}

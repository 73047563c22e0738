import { Link } from "@tanstack/react-router";

export default function NotFoundPage() {
  return (
    <div className="state">
      <p>There is no page at this address.</p>
      <Link to="/" className="link-button">
        Go to Today
      </Link>
    </div>
  );
}

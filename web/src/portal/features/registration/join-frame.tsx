import { QueryClientProvider } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { useT } from "../../../lib/i18n.ts";
import { createQueryClient } from "../../../lib/api/query-client.ts";
import { PublicAside, PublicFrame } from "../../../ui/layout/public-frame.tsx";
import "./join.css";

/** The frame of the registration page for visitors. */
export default function JoinFrame() {
  const t = useT();
  const [queries] = useState(createQueryClient);
  const lead = (
    <p className="row" style={{ gap: "0.25rem" }}>
      <span className="dimmed">{t("Already a member?")}</span>
      <Link className="link-button" to="/login">
        {t("Login")}
      </Link>
    </p>
  );
  return (
    <QueryClientProvider client={queries}>
      <PublicFrame title={t("Registration")} lead={lead} aside={<NextSteps />}>
        <Outlet />
      </PublicFrame>
    </QueryClientProvider>
  );
}

function NextSteps() {
  const t = useT();
  return (
    <PublicAside title={t("How joining works")}>
      <ol className="join-steps">
        <li>{t("Fill in the form, with the name as written in the bank passbook.")}</li>
        <li>{t("Read the summary through and press Done.")}</li>
        <li>
          {t("Open the welcome e-mail: it has your user ID and a temporary password for the first login.")}
        </li>
      </ol>
      <hr />
      <p>{t("We never ask for your password or OTP by phone, message or e-mail.")}</p>
      <p>
        <a href="/documents">{t("Terms, privacy and risks")}</a>
      </p>
    </PublicAside>
  );
}

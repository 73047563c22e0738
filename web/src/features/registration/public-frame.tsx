import { QueryClientProvider } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { useT } from "../../lib/i18n.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { Brand } from "../../ui/logo.tsx";
import { ColourSwitch, LanguageSwitch } from "../../ui/preferences.tsx";
import "./public-frame.css";

/** Around the registration for those who are not signed in. */
export default function PublicFrame() {
  const t = useT();
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <div className="public">
        <header className="public-bar">
          <Brand />
          <div className="row">
            <LanguageSwitch />
            <div className="public-colours-wide">
              <ColourSwitch />
            </div>
          </div>
        </header>
        <main className="public-main">
          <div className="public-column stack stack-loose">
            <div className="stack stack-tight">
              <h1 className="public-title">{t("Registration")}</h1>
              <p className="public-login">
                <span className="dimmed">{t("Already a member?")}</span>
                <Link className="link-button" to="/login">
                  {t("Login")}
                </Link>
              </p>
            </div>
            <Outlet />
          </div>
          <NextSteps />
          <div className="public-colours-narrow">
            <ColourSwitch />
          </div>
        </main>
      </div>
    </QueryClientProvider>
  );
}

function NextSteps() {
  const t = useT();
  return (
    <aside className="public-aside" aria-labelledby="next-steps">
      <div>
        <h2 id="next-steps">{t("How joining works")}</h2>
        <ol>
          <li>{t("Fill in the form, with the name as it stands in the bank passbook.")}</li>
          <li>{t("Read the summary through and press Done.")}</li>
          <li>
            {t("Open the welcome e-mail: it has your user ID and a temporary password for the first login.")}
          </li>
        </ol>
        <p>{t("We never ask for your password or OTP by phone, message or e-mail.")}</p>
      </div>
    </aside>
  );
}

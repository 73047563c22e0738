import { lazy } from "react";
import { LoginPage } from "../../features/auth/login-page.tsx";

const SupportDialog = lazy(() => import("../../features/support/support-dialog.tsx"));

export default function LoginScreen() {
  return <LoginPage SupportDialog={SupportDialog} />;
}

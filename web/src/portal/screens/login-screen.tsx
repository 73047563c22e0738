import { LoginPage } from "../features/login/login-page.tsx";
import { lazyPart } from "../../lib/lazy-part.ts";

const SupportDialog = lazyPart(() => import("../features/support/support-dialog.tsx"));

export default function LoginScreen() {
  return <LoginPage SupportDialog={SupportDialog} />;
}

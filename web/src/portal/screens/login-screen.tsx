import { LoginPage } from "../features/login/login-page.tsx";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";

const SupportDialog = lazyComponent(() => import("../features/support/support-dialog.tsx"));

export default function LoginScreen() {
  return <LoginPage SupportDialog={SupportDialog} />;
}

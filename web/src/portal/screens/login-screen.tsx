import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";
import { safeReturnPath } from "../../lib/session/session.ts";
import { LoginPage } from "../features/login/login-page.tsx";
import { Shell } from "../frame.tsx";
import { preloadPage } from "../page-code.ts";

const SupportDialog = lazyComponent(() => import("../features/support/support-dialog.tsx"));

export default function LoginScreen() {
  const router = useRouter();
  /** What the member sees after signing in. */
  const preloadNext = useCallback(async () => {
    const { from } = router.state.location.search;
    const { pathname } = new URL(safeReturnPath(from), location.origin);
    await Promise.all([Shell.preload(), preloadPage(router, pathname)]);
  }, [router]);
  return <LoginPage SupportDialog={SupportDialog} preloadNext={preloadNext} />;
}

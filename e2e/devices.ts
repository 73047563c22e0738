import type { Page } from "@playwright/test";

/** The part of a phone or laptop that keeps passkeys; its user shows a finger at once, unless told otherwise. */
export async function deviceOf(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setFinger: (isUserVerified: boolean) =>
      browser.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

/**
 * Every limit that a person can meet, with what is said about it. The server refuses with TOO_MANY_REQUESTS, the
 * limit's name and the seconds to wait; the page gets the text with the refusal, puts the wait into it and counts down.
 */
export const limits = {
  "otp-resend": "The next code can be sent in {wait}",
  "otp-send": "You have requested many codes without using them. The next code can be sent in {wait}",
  "otp-send-day": "You have requested very many codes today. The next code can be sent in {wait}",
  "otp-failures": "Too many wrong codes were entered. Codes can be sent and entered again in {wait}",
  "authenticator-failures":
    "Too many wrong codes of the authenticator app were entered. You can enter the next one in {wait}",
  "passkey-failures":
    "Passkeys were refused too often. You can use one again in {wait}, or the code by e-mail now",
  "passkey-signatures": "You have asked for a passkey very often. You can ask again in {wait}",
  "passkey-address": "Passkeys were asked for very often from your network. You can try again in {wait}",
  "old-password": "The old password was wrong too often. You can try again in {wait}",
  "login-account": "Too many wrong passwords for this user ID. You can try again in {wait}",
  "login-address": "Too many wrong logins from your network. You can try again in {wait}",
  "forgot-address":
    "Too many passwords were requested from your network. You can request the next one in {wait}",
  "anchors-address":
    "Too many addresses were entered from your network. You can enter the next one in {wait}",
  "anchors-mailbox": "A link was mailed to this address several times. The next one can be mailed in {wait}",
  "freeze-address": "Too many links were opened from your network. You can open the next one in {wait}",
  "register-address": "Too many registrations came from your network. You can send the next one in {wait}",
  "correct-address":
    "The details of registrations were corrected very often from your network. You can correct them again in {wait}",
  "welcome-again": "The welcome e-mail can be sent again in {wait}",
  "welcome-hour": "The welcome e-mail was sent several times. It can be sent again in {wait}",
  "look-up-address": "Too many user IDs were checked from your network. You can check the next one in {wait}",
  "look-up-member": "You have checked many user IDs. You can check the next one in {wait}",
  "team-search": "You have searched your team very often. You can search again in {wait}",
  "new-email": "You have entered many e-mail addresses. You can enter the next one in {wait}",
  "support-address": "Too many messages came from your network. You can send the next one in {wait}",
  "support-member": "You have sent many messages. You can send the next one in {wait}",
  "upload-hour": "You have sent many pictures. You can send the next one in {wait}",
  "upload-day": "You have sent very many pictures today. You can send the next one in {wait}",
  "address-proof": "You have entered many signatures. You can enter the next one in {wait}",
  outcome: "You have asked very often what became of a request. You can ask again in {wait}",
  statement: "You have requested many statements. You can have the next one in {wait}",
  "liability-proof": "You have opened your proof very often. You can open it again in {wait}",
  "liability-list": "Many lists were saved from your network. You can save the next one in {wait}",
  receipt: "You have saved many receipts. You can have the next one in {wait}",
  "console-account": "Too many wrong passwords for this e-mail address. You can try again in {wait}",
  "console-address": "Too many wrong logins from your network. You can try again in {wait}",
  "console-link-address": "Too many links were requested from your network. You can try again in {wait}",
  "test-mail": "You have sent many test mails. You can send the next one in {wait}",
  "console-invitation": "Too many invitations were opened from your network. You can try again in {wait}",
} as const satisfies Record<string, string>;

export type LimitName = keyof typeof limits;

import type { LimitName } from "./limits.ts";
import type { Paused } from "./pauses/kinds.ts";

/**
 * Every error of the API with its status and the message that a person reads. Messages of the specification are kept
 * letter for letter. The browser shows `message`; the Hindi catalogue translates it by its English text.
 */
export const errors = {
  BAD_REQUEST: [400, "Please check what you entered"],
  BAD_JSON: [400, "The request is not valid JSON"],
  NOT_SIGNED_IN: [401, "Please sign in again"],
  INVALID_OTP: [403, "Please enter valid OTP"],
  AUTHENTICATOR_REQUIRED: [403, "Please enter the code of your authenticator app"],
  INVALID_AUTHENTICATOR_CODE: [
    403,
    "This code is not valid now. Wait for the app's next one, and check that your phone's clock is right",
  ],
  INVALID_PASSKEY: [403, "This passkey was not accepted. Please try again, or use the code by e-mail"],
  PASSKEY_COPIED: [
    403,
    "This passkey seems to exist twice, so we have ended it. Please use your password and the code by e-mail",
  ],
  PASSWORD_CHANGE_REQUIRED: [403, "Please choose a new password first"],
  ACCEPTANCE_REQUIRED: [403, "Please read and accept our terms first"],
  SECOND_STEP_REQUIRED: [403, "Please enter the code of your authenticator app"],
  NOT_ALLOWED: [403, "Your role does not allow this"],
  ACCOUNT_BLOCKED: [403, "Your account is blocked. Please write to support"],
  ACCOUNT_FROZEN: [
    403,
    "Your account is frozen, because “This was not me” was chosen in a mail or support has frozen it. Please write to support, who will open it again",
  ],
  MEMBER_VIEW_IS_READ_ONLY: [403, "You are looking at this portal as staff. Nothing can be changed or sent"],
  KYC_NOT_IN_MEMBER_VIEW: [
    403,
    "These details are not shown while looking as staff. Reveal them in the console, where it is logged",
  ],
  OLD_PASSWORD_WRONG: [403, "Old password is not correct"],
  NOT_FOUND: [404, "Not found"],
  CONSOLE_LINK_GONE: [404, "This link has expired. Please request a new one"],
  FREEZE_LINK_GONE: [404, "This link has expired or is not complete. Please write to support"],
  UNSUBSCRIBE_LINK_GONE: [
    404,
    "This link is not complete. You can choose which mails you get in the portal, under Notification settings",
  ],
  REFERRAL_LINK_OFF: [
    404,
    "This referral link is not in use. Please ask the referrer for a left or right link",
  ],
  ANCHOR_LINK_GONE: [404, "This link has expired or is not complete. Please subscribe again"],
  INVITATION_GONE: [404, "This invitation was used or has expired. Please ask for a new one"],
  REGISTRATION_GONE: [
    404,
    "This registration can no longer be confirmed here. It completes by itself within 15 minutes, and the welcome e-mail follows",
  ],
  ENROLMENT_GONE: [404, "This key has expired. Please start again"],
  PASSKEY_TOO_LATE: [404, "This took too long. Please start again"],
  REQUEST_TIMEOUT: [408, "The request took too long to arrive"],
  CONFLICT: [409, "This was changed in the meantime. Please reload and try again"],
  SECOND_OPERATOR_NEEDED: [
    409,
    "An amount like this needs two operators: one confirms it, another one accepts or approves it",
  ],
  PAYMENT_NOT_SHOWN: [
    409,
    "The chain does not show this payment as it should be. One operator confirms the request with a reason, and another one approves it",
  ],
  NOTHING_DEDUCTED: [404, "Nothing was deducted of this member in this year"],
  SHORTFALL_OVER: [409, "Nothing is missing for this request any more"],
  MEMBER_BLOCKED: [409, "This member is blocked. Please unblock first"],
  MEMBER_CLOSED: [409, "This account is closed for good, and its data is erased"],
  MEMBER_NOT_ACTIVE: [
    409,
    "This member's account is blocked or frozen. Look at it and unblock it before anything is paid",
  ],
  OTHER_OPERATOR_NEEDED: [409, "You proposed this. Another operator must confirm it"],
  REASON_NEEDED: [422, "Please say why it should be done: the reason is kept, and all admins are told"],
  SAME_PROOF: [
    409,
    "The same picture was sent in another request too. Please look at both before you approve it",
  ],
  APPROVED_BY_YOU: [
    409,
    "You approved the payment of this stake. Another operator has to agree before its coins can be withdrawn",
  ],
  STAKE_OVER: [409, "This stake has ended or was undone already"],
  COOLING_OFF_OVER: [409, "This stake can no longer be undone: its cooling-off time is over"],
  TOO_MANY_TURNS: [409, "This branch cannot turn once more. Please use the referrer's other link"],
  STAKE_WAS_GIVEN: [409, "Another member paid for this stake, so it cannot be undone"],
  DAY_BEING_CLOSED: [409, "The day is being closed. Please try again in a few minutes"],
  CONCERNS_YOU: [409, "This is about your own account. Another admin must confirm it"],
  PROPOSED_ALREADY: [409, "Something else is proposed already and has to be decided first"],
  PROPOSAL_CHANGED: [409, "What it would replace has changed. Please propose it again"],
  PROPOSAL_EXPIRED: [409, "This proposal has expired. Please propose it again"],
  PROPOSER_GONE: [409, "The operator who proposed this has lost the right to. Please propose it again"],
  WALLET_TOO_LOW: [409, "The wallet does not hold that much"],
  PAYMENT_DIFFERS: [409, "The amount to send has changed. Please check it again"],
  TRANSACTION_USED: [409, "This transaction has settled another withdrawal"],
  TRANSACTION_MISSING: [422, "Please enter the ID of the transaction that paid it"],
  NOTHING_TO_SEND: [
    422,
    "Nothing is to be sent for this withdrawal: enter none in place of a transaction ID",
  ],
  PAID_MEANWHILE: [409, "This was paid in the meantime and can no longer be cancelled"],
  BEING_PAID: [409, "This is being paid just now and can no longer be cancelled"],
  PAID_BY_ANOTHER: [409, "Somebody else is paying this"],
  PAYMENT_FOUND: [409, "The chain shows the payment of this withdrawal, or nobody has looked yet"],
  HANDED_OVER: [409, "The hot wallet pays this. Take it back or give it up on the page of payouts first"],
  TAKEN_TO_PAY: [409, "Somebody has taken the address to pay this by hand. Stop that first"],
  NO_HOT_WALLET: [409, "No hot wallet is set up"],
  PAYOUT_HAS_NONCE: [409, "This payout is under way and can no longer be taken back. It can be given up"],
  PAYOUT_NOT_GIVEN_UP: [
    409,
    "This payout has no nonce yet, is in a block or is over: there is nothing to give up",
  ],
  PAYOUT_TOO_LARGE: [409, "This is larger than the largest payout of the settings. Please pay it by hand"],
  PAYOUT_ADDRESS_CHANGED: [
    409,
    "The member has set another address since. Please reject it, or pay it by hand",
  ],
  PAYOUT_HELD: [409, "The member's withdrawals wait after a change to the account"],
  ADDRESS_PROOF_UNKNOWN: [
    409,
    "Whether the wallet at this address accepts the signature cannot be found out just now. Please try again in some minutes",
  ],
  ADDRESS_PROVEN: [409, "This coin address is proven already"],
  PAYOUT_PROOF_NEEDED: [
    409,
    "The member has to prove the coin address by a signature before such an amount is paid, or two operators accept it unsigned",
  ],
  SANCTIONS_UNKNOWN: [
    409,
    "Whether this address is on a sanctions list cannot be found out just now. Nothing was done. Please try again in some minutes",
  ],
  PAYOUT_KYC_NEEDED: [
    409,
    "The member's PAN and bank details have to be approved before such an amount is paid",
  ],
  RULES_ENDED: [422, "Their last day is over. Please choose a later one"],
  PAYOUT_NOTHING: [409, "Nothing is to be sent for this withdrawal. Please accept it by hand"],
  PAUSED_LONGER: [409, "It is paused for longer already. Open it again to let members in earlier"],
  NOT_PAUSED: [409, "This is not paused"],
  ARRIVAL_WAITS: [
    409,
    "The company that moved in is not open yet. Until a second admin opens it, on the page Company moved in, nothing is paid, closed or mailed to members",
  ],
  WALLET_PAUSED_ALREADY: [409, "The hot wallet is paused already"],
  WALLET_NOT_PAUSED: [409, "The hot wallet is not paused"],
  APPROVED_MEANWHILE: [409, "Your payment was approved in the meantime, and the stake has started"],
  REJECTED_MEANWHILE: [409, "This was rejected in the meantime. Its receipt says why"],
  CANCELLED_BY_MEMBER: [409, "The member has cancelled this in the meantime"],
  MEMBER_WROTE_AGAIN: [409, "The member has written again in the meantime. Please read it first"],
  PLAN_NOT_CONFIRMED: [
    409,
    "The plan is not confirmed. An admin confirms its figures in the console, on the page Plan, before the first member comes",
  ],
  FIRST_MEMBER_EXISTS: [409, "There is a first member already. Everybody else registers with a sponsor"],
  KYC_CHANGED: [409, "The member has changed this in the meantime. Please look at it again"],
  SIGNAL_CHANGED: [409, "There is new evidence in the meantime. Please look at it again"],
  BULK_MAIL_GREW: [
    409,
    "More members would get it now than you have confirmed. Please look at the number again",
  ],
  DOCUMENTS_CHANGED: [409, "These texts were changed in the meantime. Please read the new ones"],
  DECIDED_ALREADY: [409, "Somebody else has decided this in the meantime"],
  IDEMPOTENCY_CONFLICT: [409, "This was already sent with other details. Please reload and try again"],
  GIVEN_UP: [409, "This request was given up after its answer was lost. Please confirm it again"],
  DONE_BEFORE: [409, "You did exactly this a few minutes ago"],
  PRICE_UNSET: [409, "Today's price is not set yet. Please try again later"],
  POOL_EXHAUSTED: [409, "The rewards pool does not cover this"],
  PRICE_JUMP: [409, "This is a large change of the price. Please type both figures again"],
  PRICE_JUMP_LEFT: [
    409,
    "Without this price the next one would be a jump that takes two people. Please withdraw the latest price first",
  ],
  TAX_RULE_IN_FORCE: [409, "This rule is in force already"],
  PRICE_IN_FORCE: [409, "This price is in force already and stays in the history"],
  PRICE_CHANGED: [409, "The price has changed. Please look at the new amount and confirm again"],
  COIN_ADDRESS_CHANGED: [409, "Your free coin address was changed. Please reload and check it"],
  WITHDRAWALS_HELD: [409, "Coin withdrawals are on hold after a change to your account"],
  REGISTRATION_COMPLETE: [
    409,
    "The welcome e-mail has already left, so the details can no longer be corrected here. Please write to support",
  ],
  SIGNED_IN_ALREADY: [409, "This member has already signed in. Forgot Password mails another password"],
  EMAIL_TAKEN: [409, "This e-mail is already used by another member"],
  EMAIL_NOT_PROVEN: [409, "Please confirm the new e-mail address first, with the code that we mail to it"],
  EMAIL_HELD: [
    409,
    "After a sign-in with a temporary password the e-mail address cannot be changed for some time. Please write to support if you cannot wait",
  ],
  FACTS_NOT_REVEALED: [409, "Please reveal the facts first, and compare them with what the member answered"],
  CORRECTION_WAITS: [409, "A correction of this waits already. It is decided first"],
  CLOSURE_ASKED_ALREADY: [409, "You have asked to close this account already"],
  CLOSURE_REQUESTS_OPEN: [
    409,
    "A withdrawal or a staking request of yours is not decided yet. Please wait for it, or cancel it",
  ],
  CLOSURE_COINS_LEFT: [409, "There are coins that you can withdraw. Please withdraw them first"],
  CLOSURE_CHANGED: [409, "What you would give up has changed. Please look at the figures again"],
  CLOSURE_OF_RECEIVER: [409, "This account receives the transfers of members. Please write to support"],
  TRANSFERS_CLOSED: [409, "Transfers are not open yet. Please write to support"],
  AUTHENTICATOR_ON: [409, "Your authenticator app is already turned on"],
  AUTHENTICATOR_OFF: [409, "Your authenticator app is not turned on"],
  NO_PASSKEYS_HERE: [409, "Passkeys do not work at this address. Please use your password"],
  TOO_MANY_PASSKEYS: [409, "You have ten passkeys. Please end one of them first"],
  PASSKEY_KNOWN: [409, "This passkey is added already"],
  NO_PASSKEY: [409, "Please add a passkey first"],
  CONFIRMED_BY_PASSKEY: [409, "You confirm changes by a passkey already"],
  BODY_TOO_LARGE: [413, "That is too large to send"],
  PICTURE_TOO_LARGE: [413, "This picture is too large. Please choose one below 8 MB"],
  URI_TOO_LONG: [414, "That address is too long"],
  UNSUPPORTED_MEDIA_TYPE: [415, "Please send JSON"],
  INSUFFICIENT_BALANCE: [422, "Please enter valid amount"],
  INVALID_AMOUNT: [422, "Please enter valid amount"],
  STAKE_REQUIRED: [422, "Please stake and try again"],
  COIN_ADDRESS_MISSING: [422, "Please set free coin address before withdraw"],
  KYC_NEEDED: [
    422,
    "Such an amount can be withdrawn once your PAN and bank details are approved. Please give both, or wait until we have looked at them",
  ],
  ADDRESS_PROOF_NEEDED: [
    422,
    "Such an amount can be withdrawn once you have proven that the coin address is yours. Please do it on the page Free Coin Address",
  ],
  ADDRESS_PROOF_WRONG: [
    422,
    "This is not a signature of this text by this address. Please sign exactly the text that is shown, with the wallet of this address",
  ],
  PLATFORM_ADDRESS: [
    422,
    "This address is the platform's own, where members pay. Please set an address of your own",
  ],
  SANCTIONED: [422, "This address is on a public sanctions list, so no coins can be sent to it"],
  CONTRACT_ADDRESS: [
    422,
    "This is the address of the coin itself: coins sent to it are lost. Please set an address of your own",
  ],
  OWN_USER_ID: [422, "Enter another user ID"],
  RECEIVER_UNKNOWN: [422, "There is no member with this user ID"],
  RECEIVER_FIXED: [422, "Transfers can go to the fixed account only"],
  NOT_A_PICTURE: [422, "This file is not a picture we can read. Please choose a JPEG, PNG or WebP"],
  IFSC_UNKNOWN: [422, "No bank has this IFSC code. Please check its first four letters"],
  BANK_NOT_OF_IFSC: [422, "The IFSC code belongs to another bank. Please enter it again"],
  DOCUMENT_UNFINISHED: [
    422,
    "The text still has a remark in square brackets, or a blank in braces that no setting fills",
  ],
  NOTHING_CHANGED: [422, "Nothing has been changed"],
  ONE_TIME_ONLY: [409, "This was entered before and cannot be changed"],
  UPLOAD_UNFINISHED: [409, "The picture has not arrived completely. Please send it again"],
  DEPOSIT_TAKEN: [
    422,
    "Another request names this transaction already. Please check it, or leave the field empty: we then find your payment by the picture",
  ],
  CHAIN_MISSING: [422, "No chain is connected, so a transaction cannot be looked up"],
  DEPOSIT_USED: [409, "This deposit belongs to a request that was approved"],
  DEPOSIT_AWAITED: [
    409,
    "This deposit belongs to a request that is not decided yet. Reject that request, or match the deposit with another one",
  ],
  BANK_FILE_REFUSED: [422, "Nothing of this file was imported"],
  BANK_LINE_USED: [409, "This line pays for another request that was approved"],
  BANK_LINE_IMPORTED_BY_YOU: [403, "You imported this line. Another operator approves by it"],
  BANK_LINE_OF_CONFIRMER: [
    403,
    "The operator who confirmed this request has imported its line as well. Approve it in Staking requests, beside its picture",
  ],
  BANK_MATCH_CHANGED: [409, "This match is not exact any more. Please look again"],
  BANK_LINE_DEBIT: [422, "Only money that came in pays for a request"],
  BANK_LINE_PAYS: [409, "This credit pays for a request"],
  BANK_LINE_ASIDE: [409, "This credit was set aside. Bring it back first"],
  BANK_LINE_NOT_ASIDE: [409, "This credit is not set aside any more. Please look again"],
  BANK_ACCOUNT_KNOWN: [409, "There is an account with this name already"],
  DEPOSIT_DECIDED: [409, "Somebody has decided about this deposit meanwhile. Please look again"],
  REQUEST_REJECTED: [422, "This request was rejected. Please choose one that waits or was approved"],
  PROOF_UNUSABLE: [422, "This proof image cannot be used. Please add it again"],
  PHONE_INVALID: [422, "This is not a valid mobile number"],
  PASSWORD_TOO_SHORT: [422, "Use at least 10 characters"],
  PASSWORD_TOO_LONG: [422, "Use at most 128 characters"],
  PASSWORD_WELL_KNOWN: [422, "This password is too easy to guess. Please choose another"],
  PASSWORD_PERSONAL: [
    422,
    "This password is made of your user ID, name or e-mail. Please choose one that nobody can know",
  ],
  PASSWORD_UNCHANGED: [422, "The new password must differ from the old one"],
  TOO_MANY_REQUESTS: [429, "Too many attempts. Please wait a little and try again"],
  HEADERS_TOO_LARGE: [431, "The request's headers are too large"],
  INTERNAL: [500, "Something went wrong on our side. Please try again"],
  UNAVAILABLE: [503, "The service is busy or restarting. Please try again in a moment"],
  PAUSED: [503, "This is paused for now. Nothing was done"],
  STORAGE_FULL: [507, "There is no room for this file at the moment. Please try again later"],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

interface ErrorDetails {
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** Which limit refuses the call. */
  limit?: LimitName;
  earlier?: { at: string; reference: string };
  paused?: Paused;
}

/** Thrown by rules and features; the HTTP frame turns it into a response. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(errors[code][1]);
    this.name = "AppError";
    this.code = code;
    this.status = errors[code][0];
    this.details = details;
  }
}

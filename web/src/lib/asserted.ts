import type { ResponseOf, Route } from "@fc/contract/route";
import type { PasskeyInvitation, PasskeyRequest } from "@fc/contract/security/passkey-wire";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { DefaultValues, FieldErrors, FieldValues, Path } from "react-hook-form";

/** The portal's assertions: here and nowhere else a value is said to have a type that nothing has checked. */

/** The server answers in the shape of the contract, which it checks itself; the browser does not check it again. */
export const answerOf = <R extends Route>(_: R, answer: unknown) => answer as ResponseOf<R>;

/** An address or search of any page. The router's types know the portal's pages, each with a search of its own. */
export const anyPage = (value: unknown) => value as never;

/** The library's types want lists of the names that are known today; the server may name newer ones. */
export const requestForLibrary = (options: PasskeyRequest) =>
  options as unknown as PublicKeyCredentialRequestOptionsJSON;
export const invitationForLibrary = (options: PasskeyInvitation) =>
  options as unknown as PublicKeyCredentialCreationOptionsJSON;

/** The form library computes its types from the type of a form, which a form of any type does not have. */
export const wholeForm = <F extends FieldValues>(form: F) => form as DefaultValues<F>;
export const fieldOfForm = <F extends FieldValues>(name: string) => name as Path<F>;
export const formErrors = <F extends FieldValues>(errors: object) => errors as FieldErrors<F>;

import { textField } from "@fc/contract/sure";

/** What Node.js or a driver calls an error, such as ENOENT; undefined where it has no code. */
export const errorCode = (error: unknown): string | undefined => textField(error, "code");

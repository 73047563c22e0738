/** In place of a code's hash, where a passkey signs the change: no code fits it. */
export const noCode = Buffer.alloc(0);

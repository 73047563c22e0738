import { setNonce } from "get-nonce";
import { styleNonce } from "../styles/nonce.ts";

// The lock of the page's scrolling writes a style element, which the page's policy allows with its nonce only.
setNonce(styleNonce());

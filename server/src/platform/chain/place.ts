/** Where the chain is, as the settings say it. */
export interface ChainPlace {
  rpcUrls: readonly string[];
  chainId: number;
  contract: string;
  /** The contract that knows which addresses are on a sanctions list; undefined where none is asked. */
  sanctionsOracle?: string | undefined;
  /** Undefined on nodes that do not sign. */
  signer: SignerPlace | undefined;
}

export type SignerPlace = { kind: "file"; keyFile: string } | RemoteSignerPlace;

export interface RemoteSignerPlace {
  kind: "remote";
  url: string;
  /** What the signer knows us by: a bearer token, a client certificate, both or none. */
  token?: string | undefined;
  certificate?: { certFile: string; keyFile: string } | undefined;
}

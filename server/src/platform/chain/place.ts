/** Where the chain is, as the settings say it. */
export interface ChainPlace {
  rpcUrls: readonly string[];
  chainId: number;
  contract: string;
  /** Undefined on nodes that do not sign. */
  signer: SignerPlace | undefined;
}

export type SignerPlace = { kind: "file"; keyFile: string } | { kind: "remote"; url: string };

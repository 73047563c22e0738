import "react";

declare module "react" {
  /** Style sheets compute with these variables of ours. */
  interface CSSProperties {
    "--characters"?: number;
    "--ems"?: number;
    "--level"?: number;
  }
}

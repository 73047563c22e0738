import type { DocumentKind, DocumentText } from "@fc/contract/documents/kinds";
import type { JSONColumnType } from "kysely";

/** The texts that bind, and who has accepted which version. */
export interface DocumentTables {
  document_versions: {
    kind: DocumentKind;
    version: number;
    text: JSONColumnType<DocumentText>;
    is_substantial: boolean;
    proposed_by: number;
    released_by: number;
    released_at: Date;
  };
  document_drafts: {
    kind: DocumentKind;
    revision: number;
    text: JSONColumnType<DocumentText>;
    edited_by: number;
    edited_at: Date;
  };
  acceptances: {
    member_id: number;
    kind: DocumentKind;
    version: number;
    accepted_at: Date;
    session_id: string;
    ip: string;
    user_agent: string;
  };
}

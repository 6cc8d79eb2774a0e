import type { User } from "./api-request.js";

/** What a registry knows of the request that it works for. */
export interface RequestContext {
  /** Of the path; empty for a cluster-wide resource. */
  readonly namespace: string;
  readonly user: User;
  /** Everything is done but the write. */
  readonly isDryRun: boolean;
  /** Tells the client something without failing. */
  readonly warn: (text: string) => void;
}

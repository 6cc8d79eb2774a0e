import type { User } from "./api-request.js";

/** The properties of a request that a registry needs. */
export interface RequestContext {
  /** Namespace from the path; empty for a cluster-wide resource. */
  readonly namespace: string;
  readonly user: User;
  /** Whether the write itself is left out. */
  readonly isDryRun: boolean;
  /** Adds a warning to the response. */
  readonly warn: (text: string) => void;
}

import type { HTTPRequest } from "../http/exchange.js";
import type { RequestInfo } from "../http/request-info.js";
import type { WarningRecorder } from "../http/warnings.js";

/** Who sends a request. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A request on its way through the chain: what the filters found out about it so far. */
export interface APIRequest extends HTTPRequest {
  readonly auditID: string;
  readonly info: RequestInfo;
  readonly warnings: WarningRecorder;
  readonly user: User;
}

export const anonymous: User = { name: "system:anonymous", groups: ["system:unauthenticated"], extra: {} };

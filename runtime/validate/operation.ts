/** The request for which an object is validated (Go: operation.Operation). */
export interface Operation {
  readonly type: "Create" | "Update";
  /**
   * Options by name: true if enabled. A rule reports an internal error if its option is missing
   * here.
   */
  readonly options: Readonly<Record<string, boolean>>;
  readonly request: OperationRequest;
}

/** Properties of a request on which rules can depend. */
export interface OperationRequest {
  /** Components of the subresource's path: `["status"]`; empty for the main resource. */
  readonly subresources: readonly string[];
}

/** Returns the path of the subresource: `/status`, and `/` for the main resource. */
export function subresourcePath({ subresources }: OperationRequest): string {
  return `/${subresources.join("/")}`;
}

/** The request for which an object is validated (Go: operation.Operation). */
export interface Operation {
  readonly type: "Create" | "Update";
  /**
   * Options by name, each enabled or disabled. A rule that refers to an option that is not here
   * reports an internal error.
   */
  readonly options: Readonly<Record<string, boolean>>;
  readonly request: OperationRequest;
}

/** The part of a request that rules can depend on. */
export interface OperationRequest {
  /** Components of the subresource's path: `["status"]`; empty for the main resource. */
  readonly subresources: readonly string[];
}

/** Returns the path of the subresource: `/status`, and `/` for the main resource. */
export function subresourcePath({ subresources }: OperationRequest): string {
  return `/${subresources.join("/")}`;
}

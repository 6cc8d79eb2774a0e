import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";

/** The request for which an object is validated (Go: operation.Operation). */
export interface Operation {
  readonly type: "Create" | "Update";
  /**
   * State of each option, by name: true if enabled. A rule that depends on an option reports an
   * internal error if the option is not listed here.
   */
  readonly options: Readonly<Record<string, boolean>>;
  readonly request: OperationRequest;
}

/** Properties of a request on which rules can depend. */
export interface OperationRequest {
  /** Path components of the subresource: `["status"]`. Empty for the main resource. */
  readonly subresources: readonly string[];
}

/** Returns the path of the subresource: `/status`, and `/` for the main resource. */
export function subresourcePath({ subresources }: OperationRequest): string {
  return `/${subresources.join("/")}`;
}

/**
 * Function that validates a value and adds its errors to `errors`. All checks add to the same list,
 * so that lists of errors are never copied.
 * @param oldValue the value before the update; undefined if the value is new
 */
export type Check = (
  op: Operation,
  path: Path | undefined,
  value: unknown,
  oldValue: unknown,
  errors: FieldError[],
) => void;

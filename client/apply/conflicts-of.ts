import { StatusError } from "../errors/status-error.js";

/** A conflict of a refused apply: a changed field, and the manager that owns the field. */
export interface ApplyConflict {
  readonly manager: string;
  /** Path of the field, for example `.spec.cost`. */
  readonly field: string;
  /**
   * The server's message. For a manager with the operation Update, it also contains the API
   * version.
   */
  readonly message: string;
}

/** Returns the conflicts for which an apply was refused; an empty array for any other error. */
export function conflictsOf(error: unknown): readonly ApplyConflict[] {
  const causes = error instanceof StatusError ? (error.status.details?.causes ?? []) : [];
  return causes.flatMap(({ reason, field = "", message = "" }) =>
    reason === "FieldManagerConflict" ? [{ manager: managerIn(message), field, message }] : [],
  );
}

/**
 * Returns the manager name in a message such as `conflict with "kubectl" using v1`; empty if the
 * message contains no quoted name.
 */
function managerIn(message: string): string {
  const quoted = /^[^"]*("(?:[^"\\]|\\.)*")/.exec(message)?.[1] ?? '""';
  try {
    return JSON.parse(quoted) as string;
  } catch {
    // The name is not valid JSON if Go has escaped a control character, for example as `\x01`.
    return quoted.slice(1, -1);
  }
}

import { StatusError } from "../errors/status-error.js";

/** A field that a refused apply would have changed, and the manager that has set it. */
export interface ApplyConflict {
  readonly manager: string;
  /** Path of the field, for example `.spec.cost`. */
  readonly field: string;
  /** The sentence of the server, which also has the version of a manager that updated. */
  readonly message: string;
}

/** Returns the conflicts of a refused apply; an empty array for all other errors. */
export function conflictsOf(error: unknown): readonly ApplyConflict[] {
  const causes = error instanceof StatusError ? (error.status.details?.causes ?? []) : [];
  return causes.flatMap(({ reason, field = "", message = "" }) =>
    reason === "FieldManagerConflict" ? [{ manager: managerIn(message), field, message }] : [],
  );
}

/** Returns the quoted name in `conflict with "kubectl" using v1`. */
function managerIn(message: string): string {
  const quoted = /^[^"]*("(?:[^"\\]|\\.)*")/.exec(message)?.[1] ?? '""';
  try {
    return JSON.parse(quoted) as string;
  } catch {
    // Go escapes some control characters in another way than JSON.
    return quoted.slice(1, -1);
  }
}

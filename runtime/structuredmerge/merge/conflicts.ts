import { compareByCodePoints } from "../../util/compare-keys.js";
import { goQuote } from "../../util/go-quote.js";
import { FieldSet } from "../fieldpath/field-set.js";
import type { ManagedFields } from "../fieldpath/managed-fields.js";
import { pathToString, type Path } from "../fieldpath/path.js";

/** A field that an apply would change, and the manager that owns it. */
export interface Conflict {
  readonly manager: string;
  readonly path: Path;
}

/** Thrown if an apply would change fields of other managers. The message is the same as in Go. */
export class Conflicts extends Error {
  override readonly name = "Conflicts";
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super(messageOf(conflicts));
    this.conflicts = conflicts;
  }

  /** Returns an error with one conflict for each field of each manager. */
  static fromManagers(managers: ManagedFields): Conflicts {
    return new Conflicts([...managers].flatMap(([manager, { set }]) => [...set].map((path) => ({ manager, path }))));
  }

  /** Returns the paths of all conflicts. */
  toSet(): FieldSet {
    return new FieldSet(...this.conflicts.map(({ path }) => path));
  }
}

function messageOf(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (first !== undefined && conflicts.length === 1)
    return `conflict with ${goQuote(first.manager)}: ${pathToString(first.path)}`;
  const linesOf = new Map<string, string[]>();
  for (const { manager, path } of conflicts) {
    const lines = linesOf.get(manager) ?? [`conflicts with ${goQuote(manager)}:`];
    lines.push(`- ${pathToString(path)}`);
    linesOf.set(manager, lines);
  }
  const byManager = [...linesOf].sort(([a], [b]) => compareByCodePoints(a, b));
  return byManager.flatMap(([, lines]) => lines).join("\n");
}

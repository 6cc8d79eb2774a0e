import type { Problem } from "../../../engine/base/problem.js";
import { importProblems } from "./problem-codes.js";
import type { SchemaAt } from "./schema.js";

/** A kind in one version of its group. */
export interface ImportedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Markers of the kind, such as those for its resource, printer columns and subresources. */
  readonly markers: readonly string[];
  /** The schema of the whole object; empty if the CRD has no schema. */
  readonly schema: SchemaAt;
}

/** The kinds in the files, with the problems that were found. */
export interface FoundKinds {
  readonly kinds: readonly ImportedKind[];
  readonly problems: readonly Problem[];
  /** The conversion configurations of CRDs by group, in the form of the option `crd.conversion`. */
  readonly conversions: ReadonlyMap<string, unknown>;
}

export const noKinds: FoundKinds = { kinds: [], problems: [], conversions: new Map() };

/** Combines the results of several documents. */
export function joinKinds(parts: readonly FoundKinds[]): FoundKinds {
  return {
    kinds: parts.flatMap(({ kinds }) => kinds),
    problems: parts.flatMap(({ problems }) => problems),
    conversions: new Map(parts.flatMap(({ conversions }) => [...conversions])),
  };
}

/** Reports kinds that are declared in the same version by several documents. */
export function repeatedKinds(kinds: readonly ImportedKind[]): readonly Problem[] {
  const known = new Set<string>();
  return kinds.flatMap(({ group, version, kind, schema }): Problem[] => {
    const key = `${group}/${version} ${kind}`;
    const isRepeated = known.has(key);
    known.add(key);
    if (!isRepeated) return [];
    const position = schema.source.positionOf([]);
    const message = `${kind} of ${group}/${version} is in two documents`;
    return [{ ...importProblems.is("import/repeated-kind"), message, hint: "use only one of the documents", position }];
  });
}

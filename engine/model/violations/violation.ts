import type { PackageId } from "../universe.js";
import type { Problem } from "../../base/problem.js";

/** A violation of an API rule by a type or by one of its fields. */
export interface Violation {
  /** Name of the rule, such as `list_type_missing`. */
  readonly rule: string;
  readonly package: PackageId;
  /** Name of the type, such as `Order`. */
  readonly type: string;
  /** Name of the field; empty if the whole type violates the rule. */
  readonly field: string;
  /** The problem to report if the report file does not list the violation. */
  readonly problem: Problem;
}

/**
 * The violations that a generator has found, and the report file that lists the known violations.
 */
export interface ViolationReport {
  /** Path of the report file, relative to the root. */
  readonly file: string;
  /** All violations in the types that the generator has checked. */
  readonly violations: readonly Violation[];
}

const start = "API rule violation: ";

/** Returns the line of a violation in a report file, in the format of Go's openapi-gen. */
export function lineOf({ rule, package: id, type, field }: Violation): string {
  return `${start}${rule},${id},${type},${field}`;
}

/** Returns the id of the package in a line of a report file; undefined for a malformed line. */
export function packageOfLine(line: string): PackageId | undefined {
  if (!line.startsWith(start)) return undefined;
  const parts = line.slice(start.length).split(",");
  return parts.length === 4 ? parts[1] : undefined;
}

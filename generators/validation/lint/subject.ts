import type { Marker } from "../../../engine/markers/marker.js";
import type { TypeDeclaration, TypeId, Universe } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/base/problem.js";
import type { FieldNode } from "../../rules/node.js";

/** A type or property whose markers are checked by the lint rules. */
export interface LintSubject {
  readonly universe: Universe;
  /** Name for messages: `Order` or `Order.parts`. */
  readonly name: string;
  readonly owner: TypeDeclaration;
  /** Validation markers of the type or property. */
  readonly markers: readonly Marker[];
  /** The property; absent if the subject is a type. */
  readonly field?: FieldNode;
  /** True if the types in the owner's folder imply rules. */
  readonly infers: boolean;
  /** Reports whether a type, or a type that it contains, has rules. */
  readonly hasRules: (id: TypeId) => boolean;
}

/** A lint rule, which returns the problems of a type or property. */
export type LintRule = (subject: LintSubject) => readonly Problem[];

/** Name of the marker that disables the lint rules. */
export const noLint = "k8s:validation-gen-nolint";

import type { Marker } from "../../../engine/markers/marker.js";
import type { TypeDeclaration, TypeId, Universe } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/base/problem.js";
import type { FieldNode } from "../../rules/node.js";

/** A type or property whose markers the lint rules check. */
export interface LintSubject {
  readonly universe: Universe;
  /** `Order` or `Order.parts`. */
  readonly name: string;
  readonly owner: TypeDeclaration;
  /** The validation markers of the type or property. */
  readonly markers: readonly Marker[];
  /** The property, if the subject is one. */
  readonly field?: FieldNode;
  /** True if types imply rules in the folder of the owner. */
  readonly infers: boolean;
  /** Reports whether a type has rules, its own or those of the types that it contains. */
  readonly hasRules: (id: TypeId) => boolean;
}

/** A rule of the lint. Returns the problems of a type or property. */
export type LintRule = (subject: LintSubject) => readonly Problem[];

/** The marker that switches the lint off. */
export const noLint = "k8s:validation-gen-nolint";

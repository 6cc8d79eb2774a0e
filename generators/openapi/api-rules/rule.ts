import type { Remedy } from "../../../engine/base/fix.js";
import type { Field, ObjectShape, Type, Universe } from "../../../engine/model/universe.js";
import type { Position } from "../../../engine/base/problem.js";
import type { openapiProblems } from "../../problem-codes/openapi.js";
import type { CodeOf } from "../../../engine/base/define-problems.js";

/** An object type whose properties are checked by the API rules. */
export interface CheckedObject {
  readonly universe: Universe;
  /** Name of the type, for messages. */
  readonly name: string;
  readonly shape: ObjectShape;
  /** Properties that the type itself declares, without inherited ones. */
  readonly own: readonly Field[];
}

/** A violation of a rule by one property. */
export interface RuleFinding extends Remedy {
  readonly field: string;
  readonly message: string;
  readonly position: Position;
}

/** A rule of Kubernetes' API linter. */
export interface ApiRule {
  /** The rule's name in report files, as in Go: `names_match`. */
  readonly name: string;
  readonly code: CodeOf<typeof openapiProblems>;
  readonly check: (subject: CheckedObject) => readonly RuleFinding[];
}

/** Reports whether a type is ListMeta. */
export function isListMeta(type: Type): boolean {
  return type.kind === "ref" && type.to.endsWith("#ListMeta");
}

import type { Expression } from "../tree/expression.js";
import type { DeclaredType } from "../types/schema.js";
import { stringType, type ExpressionType } from "../types/type.js";
import { unknown, type SizeRange } from "./range.js";
import type { CostPath } from "./path.js";

/** A part of an expression, or the items of its value, for which a size is estimated. */
export interface CostNode {
  readonly path: CostPath;
  readonly type: ExpressionType;
  readonly expression?: Expression;
  readonly size: SizeRange | undefined;
}

/** Returns the size of the values at a path; undefined if no size is known for the path. */
export type SizeOf = (path: CostPath) => SizeRange | undefined;

/**
 * Returns a function that finds the sizes of values by their paths in the type of a schema.
 *
 * @param root the type of the schema; undefined if no sizes are known
 */
export function sizesOf(
  root: DeclaredType | undefined,
  sizeOf = ({ maxSize }: DeclaredType): number => maxSize,
): SizeOf {
  return ({ parts }) => {
    let declared = parts.length === 0 ? undefined : root;
    for (const part of parts.slice(1)) declared = declared && partOf(declared, part);
    return declared && { min: 0n, max: BigInt(sizeOf(declared)) };
  };
}

/** The type of a map's key. Schemas do not declare sizes of keys. */
const key: DeclaredType = { type: stringType, maxSize: 0, minBytes: 2 };

function partOf(declared: DeclaredType, part: string): DeclaredType | undefined {
  if (part === "@items" || part === "@values") return declared.element;
  if (part === "@keys") return declared.type.kind === "map" ? key : undefined;
  return declared.fields?.get(part);
}

/** Returns the size of a node: its computed size, the declared size, or an unbounded size. */
export function nodeSize(node: CostNode, sizeOf: SizeOf): SizeRange {
  return node.size ?? sizeOf(node.path) ?? unknown;
}

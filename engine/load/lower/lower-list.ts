import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { remedy, type Remedy } from "../../base/fix.js";
import type { Type } from "../../model/universe.js";
import { useInstead } from "./repairs.js";
import { inside, ownSuffix, reportAt, sourceTextOf, type LowerScope } from "./scope.js";

/**
 * Lowers `T[]`.
 * @param element the syntax of `T`
 */
export function lowerList(element: ts.TypeNode, scope: LowerScope): Type | undefined {
  const type = scope.lower.type(element, inside(scope, "[number]", ownSuffix(scope, "_item")));
  return type === undefined ? undefined : { kind: "list", element: type };
}

/** Lowers a tuple of fixed length. */
export function lowerTuple(node: ts.TupleTypeNode, scope: LowerScope): Type | undefined {
  const elements: Type[] = [];
  for (const [index, element] of node.elements.entries()) {
    const plain =
      compiler.isNamedTupleMember(element) &&
      element.questionToken === undefined &&
      element.dotDotDotToken === undefined
        ? element.type
        : element;
    if (compiler.isOptionalTypeNode(plain) || compiler.isRestTypeNode(plain) || compiler.isNamedTupleMember(plain)) {
      reportAt(scope, plain, "load/tuple", "a tuple must have a fixed number of elements", listOf(node, scope));
      return undefined;
    }
    const type = scope.lower.type(plain, inside(scope, `[${index}]`, `_${index}`));
    if (type === undefined) return undefined;
    elements.push(type);
  }
  return { kind: "tuple", elements };
}

/**
 * Returns advice to replace a tuple by a list. The advice has a fix only if all elements of the
 * tuple have the same type.
 */
function listOf(node: ts.TupleTypeNode, scope: LowerScope): string | Remedy {
  const types = node.elements.map((element) => {
    const type = compiler.isNamedTupleMember(element) ? element.type : element;
    const inner = compiler.isOptionalTypeNode(type) || compiler.isRestTypeNode(type) ? type.type : type;
    return sourceTextOf(scope, compiler.isArrayTypeNode(inner) && inner !== element ? inner.elementType : inner);
  });
  const [first = "T"] = types;
  if (!types.every((type) => type === first)) return "use a list: T[]";
  return remedy(...useInstead(scope, node, [{ to: `${first}[]`, text: `use a list: ${first}[]` }]));
}

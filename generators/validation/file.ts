import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import type { TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { packageById } from "../../engine/model/lookup.js";
import { names } from "../../engine/base/names.js";
import { functionSymbol } from "../../engine/model/functions/function-symbol.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { printDeclaration } from "../../engine/print/type.js";
import { orderStrings } from "../../engine/base/problem.js";
import type { Activation } from "../rules/activation.js";
import { CELFunctionPrinter } from "./cel-functions.js";
import { calledTypes } from "../rules/has-rules.js";
import { validationsIn, type TypeNode } from "../rules/node.js";
import { dataOf } from "../rules/rule.js";
import { containsRule } from "../type-schemas/rules.js";
import { runtimeType, runtimeValue } from "../../engine/base/runtime-symbol.js";

const symbols = {
  Scheme: runtimeType("Scheme"),
  CustomRules: runtimeType("CustomRules"),
  Validate: runtimeType("Validate"),
  validator: runtimeValue("validator"),
};

const pattern: SymbolRef = { symbol: "pattern", from: "@apimachinery/runtime/pattern", module: true };

const validateTypeRules: SymbolRef = {
  symbol: "validateTypeRules",
  from: "@apimachinery/runtime/cel",
  module: true,
};

/** Input for the plan of a validation file. */
export interface FileInput {
  readonly input: PlanInput;
  readonly activation: Activation;
  /** Types whose functions the file exports. */
  readonly types: readonly TypeNode[];
  readonly nodes: ReadonlyMap<TypeId, TypeNode>;
  readonly hasRules: (id: TypeId) => boolean;
  /** Reports whether a type has a schema with CEL rules, for its values or for nested values. */
  readonly hasCEL: (id: TypeId) => boolean;
}

/**
 * Plans the file zz_generated.validation.ts of a package. Returns undefined if none of the given
 * types has a schema.
 */
export function planFile({ input, activation, types, nodes, hasRules, hasCEL }: FileInput): FilePlan | undefined {
  const { universe } = input;
  const { pkg, roots, registers } = activation;
  const functions = types.flatMap((node) => {
    const { id, name } = node.declaration;
    const schema = input.emitted(node.declaration.package, names.schema(name));
    if (schema === undefined) return [];
    const type = printDeclaration(universe, node.declaration);
    return [{ id, name: names.validate(name), typeName: name, type, schema }];
  });
  if (functions.length === 0) return undefined;
  const reached = reachedFrom(types, nodes);
  const handWritten = reached.flatMap((node) =>
    validationsIn(node)
      .flatMap(({ functions: named }) => named)
      .map((fn) => ({
        // In a schema, the name of a type begins with the name of its package.
        key: `${packageById(universe, node.declaration.package)?.name ?? ""}.${fn.name}`,
        fn: functionSymbol(universe, fn),
      })),
  );
  const hasPatterns = reached.flatMap(validationsIn).some(({ rules }) => containsRule(dataOf(rules), "pattern"));
  const registered = registers
    ? roots.flatMap((root) => registration(input, root, (id) => hasRules(id) || hasCEL(id)))
    : [];
  const ruled = functions.map(({ id }) => id).filter(hasCEL);
  const cel = new CELFunctionPrinter(universe).viewOf(ruled);
  const custom = {
    functions: [...new Map(handWritten.map((one) => [one.key, one])).values()].sort(byKey),
    pattern: hasPatterns ? pattern : null,
    typeRules: ruled.length > 0 ? validateTypeRules : null,
  };
  const hasCustom = custom.functions.length > 0 || custom.pattern !== null || custom.typeRules !== null;
  return {
    package: pkg.id,
    path: input.path(pkg.id, "validation"),
    template: "validation",
    view: {
      ...symbols,
      register: registered.length === 0 ? null : registered,
      cel: cel ?? null,
      custom: hasCustom ? custom : null,
      functions,
    },
    exports: [...(registered.length === 0 ? [] : ["RegisterValidations"]), ...functions.map(({ name }) => name)],
  };
}

function byKey({ key: a }: { readonly key: string }, { key: b }: { readonly key: string }): number {
  return orderStrings(a, b);
}

/** Returns the given types, and all types whose rules apply to nested values of them. */
function reachedFrom(types: readonly TypeNode[], nodes: ReadonlyMap<TypeId, TypeNode>): readonly TypeNode[] {
  const found = new Set(types);
  for (const node of found) for (const id of calledTypes(node)) found.add(nodes.get(id) ?? node);
  return [...found];
}

/**
 * Returns the data for the registration of a kind: its schema, its function, and the request paths.
 * Returns an empty list if the kind has no schema or no rules.
 */
function registration(input: PlanInput, root: TypeDeclaration, hasFunction: (id: TypeId) => boolean) {
  const schema = input.emitted(root.package, names.schema(root.name));
  if (schema === undefined || !hasFunction(root.id)) return [];
  return [{ schema, fn: names.validate(root.name), paths: JSON.stringify(requestPaths(root)) }];
}

/**
 * Returns the request paths for which a type is validated. `/` is the path of the object itself;
 * `/status` is the path of a subresource.
 */
function requestPaths({ markers }: TypeDeclaration): readonly string[] {
  const text = (value = ""): string => value.replace(/^["`]|["`]$/g, "");
  const paths = markers.flatMap(({ name, value }) => {
    if (name === "k8s:supportsSubresource") return [text(value)];
    if (name === "kubebuilder:subresource:status") return ["/status"];
    return name.startsWith("kubebuilder:subresource:scale") ? ["/scale"] : [];
  });
  const own = markers.find(({ name }) => name === "k8s:isSubresource");
  return [...new Set([...paths, own === undefined ? "/" : text(own.value)])].sort(orderStrings);
}

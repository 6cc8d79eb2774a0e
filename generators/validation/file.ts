import type { FilePlan, PlanInput } from "../../engine/generator.js";
import type { TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { functionSymbol } from "../../engine/print/function.js";
import { printDeclaration, printType } from "../../engine/print/type.js";
import type { Printable, SymbolRef } from "../../engine/print/symbol.js";
import { compareText } from "../../engine/problem.js";
import { names } from "../../engine/names.js";
import type { Activation } from "./activation.js";
import { memberTest, selectorTest } from "./emit/rules.js";
import { typeBody, type EmitScope } from "./emit/functions.js";
import { usesName } from "./emit/statement.js";
import type { TypeNode } from "./node.js";
import type { Member, Variable } from "./rule.js";

const runtimeType = (symbol: string): SymbolRef => ({
  symbol,
  from: "@apimachinery/runtime/codegen/v1",
  module: true,
  type: true,
});
const validate: SymbolRef = { symbol: "validate", from: "@apimachinery/runtime/codegen/v1", module: true };

/** Input of the plan of a file. */
export interface FileInput {
  readonly input: PlanInput;
  readonly activation: Activation;
  /** The types whose functions are generated into this package. */
  readonly types: readonly TypeNode[];
  readonly hasRules: (id: TypeId) => boolean;
  /** Returns the inner function of a type. */
  readonly typeFunction: (id: TypeId) => Printable;
}

/** Plans the zz_generated.validation.ts of a package; undefined if no type has rules. */
export function planFile({ input, activation, types, hasRules, typeFunction }: FileInput): FilePlan | undefined {
  const { universe } = input;
  const { pkg, roots, registers } = activation;
  if (types.length === 0) return undefined;
  const scope: EmitScope = {
    universe,
    hasRules,
    typeFunction,
    handWritten: (fn) => functionSymbol(universe, fn),
  };
  const functions = types.map((node) => functionView(scope, node));
  const registered = registers ? roots.flatMap((root) => registration(input, root, hasRules)) : [];
  return {
    package: pkg.id,
    path: input.path(pkg.id, "validation"),
    template: "validation",
    view: {
      register: registered.length === 0 ? null : registered,
      variables: types.flatMap((node) => variablesOf(node).map((variable) => variableView(universe, variable))),
      functions,
      Scheme: runtimeType("Scheme"),
    },
    exports: [
      ...(registered.length === 0 ? [] : ["RegisterValidations"]),
      ...functions.flatMap(({ name, inner }) => [name, inner]),
    ],
  };
}

function functionView(scope: EmitScope, node: TypeNode) {
  const { declaration } = node;
  const statements = typeBody(scope, node);
  const parameter = (name: string): string => (usesName(statements, name) ? name : `_${name}`);
  return {
    name: names.validate(declaration.name),
    inner: names.autoValidate(declaration.name),
    typeName: declaration.name,
    types: Object.fromEntries(
      ["ErrorList", "FieldError", "FieldPath", "Operation"].map((name) => [name, runtimeType(name)]),
    ),
    type: printDeclaration(scope.universe, declaration),
    parameters: Object.fromEntries(["op", "fldPath", "obj", "oldObj", "errors"].map((name) => [name, parameter(name)])),
    body: { statements },
  };
}

/** Returns the variables of a type and of its properties, each once, sorted by name. */
function variablesOf({ validations, fields }: TypeNode): readonly Variable[] {
  const all = [validations, ...fields.map((field) => field.validations)].flatMap(({ variables }) => variables);
  return [...new Map(all.map((variable) => [variable.name, variable])).values()].sort((a, b) =>
    compareText(a.name, b.name),
  );
}

function variableView(
  universe: Universe,
  variable: Variable,
): { readonly name: string; readonly type: Printable; readonly value: Printable } {
  switch (variable.kind) {
    case "symbols": {
      const { name, values } = variable;
      return { name, type: "ReadonlySet<string>", value: `new Set(${JSON.stringify(values)})` };
    }
    case "exclusions": {
      const { name, exclusions } = variable;
      return { name, type: ["readonly ", validate, ".EnumExclusion[]"], value: JSON.stringify(exclusions) };
    }
    case "members": {
      const { name, owner, members } = variable;
      const type: Printable = ["readonly ", validate, ".UnionMember<", printType(universe, owner.type), ">[]"];
      return { name, type, value: ["[", ...members.flatMap((member) => memberView(universe, member)), "]"] };
    }
  }
}

function memberView(universe: Universe, { label, memberName, of }: Member): readonly Printable[] {
  const test =
    "selector" in of
      ? `list.some((item) => ${of.selector.map(selectorTest("item")).join(" && ")})`
      : memberTest(universe, of.name, of.value);
  const parameter = "selector" in of ? "list" : "obj";
  const value = memberName === "" ? "" : `value: ${JSON.stringify(memberName)}, `;
  return [`{ name: ${JSON.stringify(label)}, ${value}isSet: (${parameter}) => `, test, " }, "];
}

/** Returns the registration of a kind: its schema, its function, and the paths of its requests. */
function registration(input: PlanInput, root: TypeDeclaration, hasRules: (id: TypeId) => boolean) {
  const schema = input.emitted(root.package, names.schema(root.name));
  if (schema === undefined || !hasRules(root.id)) return [];
  return [{ schema, fn: names.validate(root.name), paths: JSON.stringify(requestPaths(root)) }];
}

/** Returns the paths of the requests that a type is validated for; `/` is the object itself. */
function requestPaths({ markers }: TypeDeclaration): readonly string[] {
  const text = (value = ""): string => value.replace(/^["`]|["`]$/g, "");
  const paths = markers.flatMap(({ name, value }) => {
    if (name === "k8s:supportsSubresource") return [text(value)];
    if (name === "kubebuilder:subresource:status") return ["/status"];
    return name.startsWith("kubebuilder:subresource:scale") ? ["/scale"] : [];
  });
  const own = markers.find(({ name }) => name === "k8s:isSubresource");
  return [...new Set([...paths, own === undefined ? "/" : text(own.value)])].sort(compareText);
}

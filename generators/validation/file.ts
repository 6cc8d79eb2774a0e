import type { FilePlan, PlanInput } from "../../engine/generator.js";
import { packageById } from "../../engine/model/lookup.js";
import type { Package, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { functionSymbol } from "../../engine/print/function.js";
import { findDeclaration, printDeclaration, printType } from "../../engine/print/type.js";
import type { Printable, SymbolRef } from "../../engine/print/symbol.js";
import { compareText } from "../../engine/problem.js";
import { names } from "../../engine/names.js";
import type { Activation } from "./activation.js";
import { CELFunctions } from "./crd/cel-functions.js";
import { memberTest, selectorTest } from "./emit/members.js";
import { typeBody, type EmitScope } from "./emit/functions.js";
import { usesName } from "./emit/statement.js";
import { nativeKind } from "./native.js";
import { isPrimitive } from "../../runtime/rules/value.js";
import type { TypeNode } from "./node.js";
import type { Member, Rule, Variable } from "./rule.js";

const runtimeType = (symbol: string): SymbolRef => ({
  symbol,
  from: "@apimachinery/runtime/codegen/v1",
  module: true,
  type: true,
});
const validate: SymbolRef = { symbol: "validate", from: "@apimachinery/runtime/codegen/v1", module: true };

const errorsOf: Printable = [validate, ".errorsOf"];

const validateTypeRules: SymbolRef = {
  symbol: "validateTypeRules",
  from: "@apimachinery/runtime/cel",
  module: true,
};

const patternSymbol = (symbol: "Pattern" | "pattern"): SymbolRef => ({
  symbol,
  from: "@apimachinery/runtime/pattern",
  module: true,
  ...(symbol === "Pattern" ? { type: true } : {}),
});

/** Input for the plan of a validation file. */
export interface FileInput {
  readonly input: PlanInput;
  readonly activation: Activation;
  /** Types whose functions the file exports. */
  readonly types: readonly TypeNode[];
  readonly nodes: ReadonlyMap<TypeId, TypeNode>;
  readonly hasRules: (id: TypeId) => boolean;
  /** Reports whether a type has a schema with CEL rules, of its values or of their parts. */
  readonly hasCEL: (id: TypeId) => boolean;
  /** Returns the validation function of a type, if another file exports it. */
  readonly provided: (id: TypeId) => Printable | undefined;
}

/** Plans the zz_generated.validation.ts of a package. Returns undefined if no type has rules. */
export function planFile({
  input,
  activation,
  types,
  nodes,
  hasRules,
  hasCEL,
  provided,
}: FileInput): FilePlan | undefined {
  const { universe } = input;
  const { pkg, roots, registers } = activation;
  if (types.length === 0) return undefined;
  const helpers = createHelpers(types, nodes, provided);
  const scope: EmitScope = {
    universe,
    hasRules,
    isOfPresent: (id) => nodes.get(id)?.validations.rules.some(({ isOfCRD }) => isOfCRD === true) === true,
    typeFunction: helpers.functionOf,
    unsetRules: (id) => unsetRules(universe, nodes, id),
    schemaOf: (id) => schemaOf(input, pkg, id),
    handWritten: (fn) => functionSymbol(universe, fn),
    variable: (name) => name,
  };
  const variables = createVariables();
  const viewOf = (node: TypeNode, name: string) => {
    const own = variables.of(node);
    return functionView({ ...scope, variable: (variable) => own.get(variable) ?? variable }, node, name);
  };
  const views = types.map((node) => viewOf(node, names.autoValidate(node.declaration.name)));
  const inner = helpers.all(viewOf);
  const cel = new CELFunctions(universe).viewOf(types.map(({ declaration }) => declaration.id).filter(hasCEL));
  const callsUsers = findCallers([...views, ...inner.map(({ view }) => view)]);
  const functions = views.map((view) => ({
    ...view,
    inner: hasRules(view.id) ? view.inner : null,
    errorsOf: callsUsers.has(view.id) || !hasRules(view.id) ? null : errorsOf,
    ofCEL: hasCEL(view.id)
      ? {
          validateTypeRules,
          schema: schemaOf(input, pkg, view.id) ?? "",
          functions: cel === undefined ? "" : ", celFunctions",
        }
      : null,
  }));
  const nodesOfFile = [...types, ...inner.map(({ node }) => node)];
  const registered = registers
    ? roots.flatMap((root) => registration(input, root, (id) => hasRules(id) || hasCEL(id)))
    : [];
  return {
    package: pkg.id,
    path: input.path(pkg.id, "validation"),
    template: "validation",
    view: {
      register: registered.length === 0 ? null : registered,
      cel: cel ?? null,
      variables: nodesOfFile.flatMap((node) =>
        variablesOf(node).map((variable) => ({
          ...variableView(universe, variable),
          name: variables.of(node).get(variable.name) ?? variable.name,
        })),
      ),
      functions,
      helpers: inner.map(({ view }) => view),
      Scheme: runtimeType("Scheme"),
    },
    exports: [
      ...(registered.length === 0 ? [] : ["RegisterValidations"]),
      ...functions.flatMap(({ name, inner }) => [name, ...(inner === null ? [] : [inner])]),
    ],
  };
}

/** Private functions of a file. They validate types for which no package exports a function. */
interface Helpers {
  readonly functionOf: (id: TypeId) => Printable;
  /**
   * Returns the private functions that the file calls, directly or through other private functions.
   */
  readonly all: <V>(
    viewOf: (node: TypeNode, name: string) => V,
  ) => readonly { readonly node: TypeNode; readonly view: V }[];
}

function createHelpers(
  own: readonly TypeNode[],
  nodes: ReadonlyMap<TypeId, TypeNode>,
  provided: (id: TypeId) => Printable | undefined,
): Helpers {
  const called = new Map<TypeId, string>(
    own.map(({ declaration }) => [declaration.id, names.autoValidate(declaration.name)]),
  );
  const taken = new Set(called.values());
  const waiting: TypeId[] = [];
  const functionOf = (id: TypeId): Printable => {
    const known = called.get(id) ?? provided(id);
    if (known !== undefined) return known;
    const name = names.autoValidate(nodes.get(id)?.declaration.name ?? "");
    let free = name;
    for (let count = 2; taken.has(free); count++) free = `${name}_${String(count)}`;
    taken.add(free);
    called.set(id, free);
    waiting.push(id);
    return free;
  };
  return {
    functionOf,
    all(viewOf) {
      const views: { readonly node: TypeNode; readonly view: ReturnType<typeof viewOf> }[] = [];
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const node = nodes.get(id);
        if (node !== undefined) views.push({ node, view: viewOf(node, called.get(id) ?? "") });
      }
      return views;
    },
  };
}

function functionView(scope: EmitScope, node: TypeNode, inner: string) {
  const { declaration } = node;
  const called = new Set<TypeId>();
  let callsUser = false;
  const statements = typeBody(
    {
      ...scope,
      typeFunction: (id) => {
        called.add(id);
        return scope.typeFunction(id);
      },
      handWritten: (fn) => {
        callsUser = true;
        return scope.handWritten(fn);
      },
    },
    node,
  );
  const parameter = (name: string): string => (usesName(statements, name) ? name : `_${name}`);
  return {
    id: declaration.id,
    called,
    callsUser,
    name: names.validate(declaration.name),
    inner,
    typeName: declaration.name,
    types: Object.fromEntries(
      ["ErrorList", "FieldError", "FieldPath", "Operation"].map((name) => [name, runtimeType(name)]),
    ),
    type: printDeclaration(scope.universe, declaration),
    parameters: Object.fromEntries(["op", "fldPath", "obj", "oldObj", "errors"].map((name) => [name, parameter(name)])),
    body: { statements },
  };
}

/** A function of the file, and the types whose functions it calls. */
interface Caller {
  readonly id: TypeId;
  readonly called: ReadonlySet<TypeId>;
  /** True if the function calls a hand-written one. */
  readonly callsUser: boolean;
}

/**
 * Returns the types whose functions call hand-written ones, directly or through other functions of
 * the file. Hand-written functions need real paths, so a check without paths is useless.
 */
function findCallers(functions: readonly Caller[]): ReadonlySet<TypeId> {
  const found = new Set(functions.filter(({ callsUser }) => callsUser).map(({ id }) => id));
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const { id, called } of functions) if ([...called].some((to) => found.has(to))) found.add(id);
  }
  return found;
}

/**
 * Names of the variables in a file. They are unique, although types of several packages can have
 * the same name.
 */
interface Variables {
  readonly of: (node: TypeNode) => ReadonlyMap<string, string>;
}

function createVariables(): Variables {
  const taken = new Set<string>();
  const known = new Map<TypeNode, ReadonlyMap<string, string>>();
  return {
    of(node) {
      const before = known.get(node);
      if (before !== undefined) return before;
      const own = new Map<string, string>();
      for (const { name } of variablesOf(node)) {
        let free = name;
        for (let count = 2; taken.has(free); count++) free = `${name}_${String(count)}`;
        taken.add(free);
        own.set(name, free);
      }
      known.set(node, own);
      return own;
    },
  };
}

/** Returns the variables of a type and of its properties, without duplicates, sorted by name. */
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
      const [first = ""] = values;
      return { name, type: `ReadonlySet<${typeof first}>`, value: `new Set(${JSON.stringify(values)})` };
    }
    case "exclusions": {
      const { name, exclusions } = variable;
      return { name, type: ["readonly ", validate, ".EnumExclusion[]"], value: JSON.stringify(exclusions) };
    }
    case "values": {
      const { name, values } = variable;
      const types = [...new Set(values.map((value) => typeof value))].sort(compareText).join(" | ");
      return { name, type: `ReadonlySet<${types}>`, value: `new Set<${types}>(${JSON.stringify(values)})` };
    }
    case "pattern":
      return {
        name: variable.name,
        type: patternSymbol("Pattern"),
        value: [patternSymbol("pattern"), `(${JSON.stringify(variable.text)})`],
      };
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

/**
 * Returns the rules of a type and its aliases that also apply to an unset value. For example, an
 * update cannot remove a value of an immutable type.
 */
function unsetRules(universe: Universe, nodes: FileInput["nodes"], id: TypeId): readonly Rule[] {
  const node = nodes.get(id);
  if (node === undefined) return [];
  const isPlain = isPrimitive(nativeKind(universe, node.value.type));
  const own = node.validations.rules.filter(
    ({ check }) => check.kind === "immutable" || (check.kind === "fixed" && isPlain),
  );
  return own.length > 0 || node.alias === undefined ? own : unsetRules(universe, nodes, node.alias);
}

/** Returns the generated schema of a type of the same npm package; undefined for other types. */
function schemaOf({ universe, selected, emitted }: PlanInput, { npm }: Package, id: TypeId): Printable | undefined {
  const type = findDeclaration(universe, id);
  const pkg = type === undefined ? undefined : packageById(universe, type.package);
  if (type === undefined || pkg?.kind !== "folder" || pkg.npm?.name !== npm?.name) return undefined;
  return selected.has("schema") ? emitted(type.package, names.schema(type.name)) : undefined;
}

/**
 * Returns the data for the registration of a kind: its schema, its function, and the paths of its
 * requests. Returns an empty list if the kind has no schema or no rules.
 */
function registration(input: PlanInput, root: TypeDeclaration, hasFunction: (id: TypeId) => boolean) {
  const schema = input.emitted(root.package, names.schema(root.name));
  if (schema === undefined || !hasFunction(root.id)) return [];
  return [{ schema, fn: names.validate(root.name), paths: JSON.stringify(requestPaths(root)) }];
}

/**
 * Returns the request paths for which a type is validated. `/` is the path of the object itself,
 * `/status` the path of a subresource.
 */
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

import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import type { Registered } from "../kinds/registered.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import { listKeysOf, type ListKeysView } from "./list-keys.js";
import { lifecycleOf, type LifecycleView } from "../kinds/lifecycle.js";
import type { ColumnView } from "../markers/parse/column.js";
import type { ResourceNames } from "../markers/parse/resource.js";
import { columnsOf } from "./print-columns.js";
import { resourceNamesOf, pluralNameOf } from "../kinds/resource-names.js";
import { selectableFieldsOf } from "../kinds/selectable-fields.js";
import { subresourcesOf, type SubresourcesView } from "../kinds/subresources.js";
import { hasObjectMeta } from "../../engine/model/facts/object-meta.js";

/** Names that each registration file exports. */
const exported = ["GroupName", "SchemeGroupVersion", "GroupVersion", "Kind", "Resource", "Kinds", "AddToScheme"];

/**
 * Plans the file zz_generated.register.ts of a package.
 * @param external AddToScheme functions of the packages whose types this package converts or
 * defaults
 */
export function planFile(
  input: PlanInput,
  { pkg, groupVersion, kinds }: Registered,
  external: readonly SymbolRef[],
): FilePlan {
  return {
    package: pkg.id,
    path: input.path(pkg.id, "register"),
    template: "register",
    view: {
      groupVersion,
      kinds: kinds.map((kind) => kindView(input, pkg, groupVersion, kind)),
      openapi: lazy(input.emitted(pkg.id, "GetOpenAPIDefinitions")),
      isExternal: external.length > 0,
      external,
      registrations: ["RegisterDefaults", "RegisterConversions", "RegisterValidations"].flatMap(
        (name) => input.emitted(pkg.id, name) ?? [],
      ),
    },
    exports: exported,
  };
}

/**
 * Returns a dynamic import of a symbol, so that programs load the module only when they need
 * OpenAPI documents. Returns null if the symbol is undefined.
 */
function lazy(symbol: SymbolRef | undefined): SymbolRef | null {
  return symbol === undefined ? null : { ...symbol, lazy: true };
}

/**
 * One kind as an entry of `Kinds`. `identity` is the name of the partial template that prints its
 * schema.
 */
export type KindView = {
  readonly name: string;
  /** Plural name in URLs; undefined for types without ObjectMeta, such as lists. */
  readonly resource: string | undefined;
  readonly names: ResourceNames | undefined;
  readonly columns: readonly ColumnView[];
  readonly selectableFields: readonly string[];
  readonly subresources: SubresourcesView | undefined;
  readonly lifecycle: LifecycleView | undefined;
  /**
   * Keys of the lists in the kind. Undefined in the internal version, for types without ObjectMeta,
   * and if no list has keys.
   */
  readonly listKeys: ListKeysView | undefined;
  readonly functions: readonly { readonly name: string; readonly fn: SymbolRef }[];
} & (
  | { readonly identity: "schema"; readonly schema: SymbolRef }
  /**
   * A placeholder for the schema if the generator `schema` is disabled. It identifies the kind and
   * accepts any JSON object.
   */
  | { readonly identity: "alone"; readonly typeName: string }
);

export function kindView(
  input: PlanInput,
  pkg: Package,
  { version }: { readonly version: string },
  type: TypeDeclaration,
): KindView {
  const { name } = type;
  const find = (symbol: string): SymbolRef | undefined => input.emitted(pkg.id, symbol);
  const functions = { deepCopy: find(names.deepCopy(name)), setDefaults: find(names.setObjectDefaults(name)) };
  const schema = find(names.schema(name));
  const resourceNames = hasObjectMeta(type) ? resourceNamesOf(type) : undefined;
  const isApplied = resourceNames !== undefined && version !== "__internal";
  return {
    name,
    resource: resourceNames && (resourceNames.path ?? pluralNameOf(input, type)),
    names: resourceNames,
    columns: columnsOf(type),
    selectableFields: selectableFieldsOf(type),
    subresources: subresourcesOf(type),
    lifecycle: lifecycleOf(input.universe, pkg, type),
    listKeys: isApplied ? listKeysOf(input.universe, type) : undefined,
    functions: Object.entries(functions).flatMap(([property, fn]) =>
      fn === undefined ? [] : [{ name: property, fn }],
    ),
    ...(schema === undefined ? { identity: "alone", typeName: `${pkg.name}.${name}` } : { identity: "schema", schema }),
  };
}

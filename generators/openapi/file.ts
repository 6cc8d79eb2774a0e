import { posix } from "node:path";
import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import { packageById, typeById } from "../../engine/model/lookup.js";
import type { Package, PackageId, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { compareText, type Position, type Problem } from "../../engine/base/problem.js";
import { runtimePackage } from "../../engine/base/runtime-package.js";
import { definitionSchema } from "./definition.js";
import { isPath, modelNames, modelPackage, modelPackageConstant, scalarModels } from "../json-schema/model-name.js";
import { noDefinition } from "./no-definition.js";
import type { Context } from "./value.js";
import type { DefinitionView, EntryView, SchemaView } from "./view.js";

/** Name of the function that returns the definitions of a package, as in Go. */
export const getDefinitions = "GetOpenAPIDefinitions";
const dependenciesConstant = "OpenAPIDependencies";

const runtimeType = (symbol: string): SymbolRef => ({
  symbol,
  from: "@apimachinery/runtime/codegen/v1",
  module: true,
  type: true,
});

/** Input for the plan of a package's file. */
export interface Work {
  /** Types of the package, sorted by name. */
  readonly types: readonly TypeDeclaration[];
  /** All types that have a definition, in any package. */
  readonly active: ReadonlySet<TypeDeclaration>;
  readonly recursive: ReadonlySet<TypeId>;
}

/** Plans the zz_generated.openapi.ts of a package. Appends to `problems`. */
export function planFile(input: PlanInput, pkg: Package, work: Work, problems: Problem[]): FilePlan {
  const { universe } = input;
  const others = new Set<PackageId>();
  const nameOf = modelNames(universe);
  const contextAt = contexts({ input, pkg, work, nameOf, others, problems });
  const definitions = work.types.flatMap((type): DefinitionView[] => {
    const name = nameOf(type);
    return name === undefined ? [] : [{ name, schema: definitionSchema(contextAt(type.position), type) }];
  });
  const references = new Set(definitions.flatMap(({ schema }) => referencesIn(schema)));
  if (Object.values(scalarModels).some((name) => references.has(name))) others.add(runtimePackage);
  return {
    package: pkg.id,
    path: input.path(pkg.id, "openapi"),
    template: "openapi",
    view: {
      modelPackage: modelPackage(universe, pkg),
      definitions,
      refers: references.size > 0,
      dependencies: dependencies(input, pkg, others),
      OpenAPIDefinitions: runtimeType("OpenAPIDefinitions"),
      OpenAPIModuleLoader: runtimeType("OpenAPIModuleLoader"),
      ReferenceCallback: runtimeType("ReferenceCallback"),
    },
    exports: [modelPackageConstant, getDefinitions, dependenciesConstant],
  };
}

/** Information for the references to other definitions in one file. */
interface FileScope {
  readonly input: PlanInput;
  readonly pkg: Package;
  readonly work: Work;
  readonly nameOf: ReturnType<typeof modelNames>;
  /** Packages to which the file refers. Each new reference adds its package. */
  readonly others: Set<PackageId>;
  /** Problems of references to types without a definition. Each such reference adds one. */
  readonly problems: Problem[];
}

/**
 * Returns a function that returns the context for schemas, given the position at which problems are
 * reported.
 */
function contexts(scope: FileScope): (position: Position) => Context {
  const { universe } = scope.input;
  const contextAt = (position: Position): Context => ({
    universe,
    refTo: (id) => {
      const type = typeById(universe, id);
      return type && referenceTo(scope, type, position);
    },
    recursive: scope.work.recursive,
    at: contextAt,
  });
  return contextAt;
}

/**
 * Returns the reference to a type. Reports a type without a definition, and returns undefined for
 * it.
 */
function referenceTo(scope: FileScope, type: TypeDeclaration, position: Position): EntryView | undefined {
  const { input, pkg } = scope;
  const { universe } = input;
  if (!isDefined(universe, scope.work, type)) {
    scope.problems.push(noDefinition(universe, type, position));
    return undefined;
  }
  if (type.package !== pkg.id) scope.others.add(type.package);
  const name = scope.nameOf(type);
  const from = packageById(universe, type.package);
  // The definition name contains the path from the root folder of the other npm package. Only that
  // package knows its root folder, so it exports the prefix of its definition names.
  const isNamedByPath = from?.npm !== undefined && from.npm.folder !== pkg.npm?.folder && isPath(universe, from, type);
  if (name !== undefined && !isNamedByPath) return { kind: "reference", key: "$ref", name };
  const modelPackage: SymbolRef = isNamedByPath
    ? { symbol: modelPackageConstant, from: input.path(type.package, "openapi") }
    : { symbol: modelPackageConstant, from: type.package, module: true };
  return { kind: "foreign", key: "$ref", modelPackage, type: type.name };
}

/** Reports whether a type has a definition. */
function isDefined(universe: Universe, { active }: Work, type: TypeDeclaration): boolean {
  const from = packageById(universe, type.package);
  if (from?.kind !== "module") return active.has(type);
  return (
    type.package === runtimePackage ||
    (from.functions.some(({ name }) => name === getDefinitions) &&
      from.constants.some(({ name }) => name === modelPackageConstant))
  );
}

/** Returns dynamic imports of the modules with the definitions of other packages. */
function dependencies(input: PlanInput, pkg: Package, others: Iterable<PackageId>): readonly SymbolRef[] {
  const { universe } = input;
  const sorted = [...others]
    .map((id) => [relativePlace(universe, pkg, id), id] as const)
    .sort(([a], [b]) => compareText(a, b));
  return sorted.map(([, id]): SymbolRef => {
    const isModule = universe.packages[id]?.kind !== "folder";
    const from = !isModule ? input.path(id, "openapi") : id === runtimePackage ? `${runtimePackage}/openapi` : id;
    return { symbol: getDefinitions, from, lazy: true, ...(isModule ? { module: true } : {}) };
  });
}

/**
 * Returns the path of a package within its npm package. Imports are sorted by this path, so their
 * order does not depend on the project's root folder. For a package of another npm package, the
 * path begins with the name of that npm package.
 */
function relativePlace(universe: Universe, pkg: Package, id: PackageId): string {
  const npm = packageById(universe, id)?.npm;
  if (npm === undefined) return id;
  const path = posix.relative(npm.folder, id);
  return npm.folder === pkg.npm?.folder ? path : posix.join(npm.name, path);
}

/**
 * Returns the definition names to which a schema refers. For a type of another npm package, the
 * result contains the name of that package.
 */
function referencesIn(schema: SchemaView): readonly string[] {
  return schema.flatMap((entry) => {
    switch (entry.kind) {
      case "reference":
        return [entry.name];
      case "foreign":
        return [entry.modelPackage.from];
      case "schema":
        return referencesIn(entry.schema);
      case "schemas":
        return entry.schemas.flatMap(referencesIn);
      case "properties":
        return entry.properties.flatMap((property) => referencesIn(property.schema));
      default:
        return [];
    }
  });
}

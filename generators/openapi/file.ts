import { posix } from "node:path";
import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import { packageById, typeById } from "../../engine/model/lookup.js";
import { referencesOfType } from "../../engine/model/type-references.js";
import type { Package, PackageId, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { orderStrings } from "../../engine/base/problem.js";
import { runtimePackage } from "../../engine/base/runtime-package.js";
import { modelPackage } from "../json-schema/model-name.js";

/** Name of the generated function that returns the definitions of a package, as in Go. */
export const getDefinitions = "GetOpenAPIDefinitions";
/** Name of the generated constant that contains the prefix for names of a package's definitions. */
export const modelPackageConstant = "OpenAPIModelPackage";
const dependenciesConstant = "OpenAPIDependencies";

const openapi = `${runtimePackage}/openapi`;

const runtimeType = (symbol: string): SymbolRef => ({
  symbol,
  from: `${runtimePackage}/codegen/v1`,
  module: true,
  type: true,
});

/** Input for the OpenAPI file of a package. */
export interface OpenAPIWork {
  /** Types of the package that have a definition, sorted by name. */
  readonly types: readonly TypeDeclaration[];
  /** All types that have a definition, in all folders. */
  readonly documented: ReadonlySet<TypeDeclaration>;
  /** Path of the file with the schemas of the types. */
  readonly schemas: string;
  /**
   * Constant that contains the descriptions of the types; undefined if no type has a description.
   */
  readonly docs: SymbolRef | undefined;
}

/** Plans the file zz_generated.openapi.ts of a package. */
export function planFile(input: PlanInput, pkg: Package, { types, documented, schemas, docs }: OpenAPIWork): FilePlan {
  return {
    package: pkg.id,
    path: input.path(pkg.id, "openapi"),
    template: "openapi",
    view: {
      modelPackage: modelPackage(input.universe, pkg),
      schemas: { symbol: "*", from: schemas, namespace: "schemas" },
      docs: docs ?? "{}",
      dependencies: dependencies(input, pkg, types, documented),
      openAPIDefinitions: { symbol: "openAPIDefinitions", from: openapi, module: true },
      OpenAPIDefinitions: runtimeType("OpenAPIDefinitions"),
      OpenAPIModuleLoader: runtimeType("OpenAPIModuleLoader"),
      ReferenceCallback: runtimeType("ReferenceCallback"),
      TypeSchema: runtimeType("TypeSchema"),
    },
    exports: [modelPackageConstant, getDefinitions, dependenciesConstant],
  };
}

/** Reports whether a type has an OpenAPI definition. */
export function isDefined(
  universe: Universe,
  documented: ReadonlySet<TypeDeclaration>,
  type: TypeDeclaration,
): boolean {
  const from = packageById(universe, type.package);
  if (from?.kind !== "module") return documented.has(type);
  const { id, functions, constants } = from;
  const exportsDefinitions =
    functions.some(({ name }) => name === getDefinitions) &&
    constants.some(({ name }) => name === modelPackageConstant);
  return id === runtimePackage || exportsDefinitions;
}

/** Returns dynamic imports of the modules that contain the definitions of other packages. */
function dependencies(
  input: PlanInput,
  pkg: Package,
  types: readonly TypeDeclaration[],
  documented: ReadonlySet<TypeDeclaration>,
): readonly SymbolRef[] {
  const { universe } = input;
  // Times, quantities and metadata have their definitions in the runtime package.
  const others = new Set<PackageId>([runtimePackage]);
  // `for` also visits the values that are added to the set during the loop.
  const referenced = new Set(types.flatMap((type) => referencesOfType(type).values));
  for (const id of referenced) {
    const type = typeById(universe, id);
    if (type === undefined || type.package === pkg.id) continue;
    if (isDefined(universe, documented, type)) others.add(type.package);
    else if (type.shape.kind === "alias") for (const next of referencesOfType(type).values) referenced.add(next);
  }
  const sorted = [...others]
    .map((id) => [relativePlace(universe, pkg, id), id] as const)
    .sort(([a], [b]) => orderStrings(a, b));
  return sorted.map(([, id]): SymbolRef => {
    const isModule = universe.packages[id]?.kind !== "folder";
    const from = !isModule ? input.path(id, "openapi") : id === runtimePackage ? openapi : id;
    return { symbol: getDefinitions, from, lazy: true, ...(isModule ? { module: true } : {}) };
  });
}

/**
 * Returns the path of a package within its npm package. Imports are sorted by this path, so that
 * their order does not depend on the project's root folder. For a package of another npm package,
 * the path begins with the name of that npm package.
 */
function relativePlace(universe: Universe, pkg: Package, id: PackageId): string {
  const npm = packageById(universe, id)?.npm;
  if (npm === undefined) return id;
  const path = posix.relative(npm.folder, id);
  return npm.folder === pkg.npm?.folder ? path : posix.join(npm.name, path);
}

import type { Universe } from "../../../../engine/model/universe.js";
import { statusSubresource } from "../../../../generators/markers/register.js";
import type { NewFile } from "../files.js";
import { fileOf } from "../templates.js";
import { identifierOf } from "../server/identifiers.js";
import { sampleOf, startingPoint } from "../../samples/value.js";
import { importAs, importsOf, importStatement, type GroupNames } from "../server/sources.js";
import type { ChosenKind } from "./chosen-kind.js";
import { controllerMainPath, controllersFolder } from "../paths.js";

/** The kinds for which a controller is written. */
export interface ControllerParts {
  readonly universe: Universe;
  readonly owner: ChosenKind;
  /** The kind of the owned objects; undefined for a Lease. */
  readonly owned: ChosenKind | undefined;
}

/** Returns the name of a kind's controller, such as `pizza`. */
function controllerName({ kind }: ChosenKind): string {
  return kind.sample;
}

/** Returns the identifier of a controller in code, such as `pizzaController`. */
export function controllerIdentifier(owner: ChosenKind): string {
  return `${identifierOf(controllerName(owner))}Controller`;
}

/**
 * A doc.ts file for the folder of the controllers. Without this file, codegen does not read the
 * markers of the controllers.
 */
export const docFile = fileOf(`${controllersFolder}/doc.ts`, "controller/doc");

/** Returns the program that runs the controllers of a project. */
export function controllerMain(owner: ChosenKind, lease: string): NewFile {
  const identifier = controllerIdentifier(owner);
  return fileOf(controllerMainPath, "controller/main", { import: mainImport(owner), identifier, lease });
}

/** Returns the statement that imports a controller into the program. */
export function mainImport(owner: ChosenKind): string {
  return importStatement([controllerIdentifier(owner)], `./${controllerName(owner)}.js`);
}

/** Returns the unformatted file with the controller of a kind. */
export function controllerFile({ universe, owner, owned }: ControllerParts): NewFile {
  const name = controllerName(owner);
  const { kind, group, version } = owner;
  return fileOf(`${controllersFolder}/${name}.ts`, "controller/controller", {
    name,
    imports: kindsImports(owner, owned, controllersFolder),
    identifier: controllerIdentifier(owner),
    fieldManager: `${name}-controller`,
    finalizer: `${group.name === "" ? "example.com" : group.name}/${name}-controller`,
    rights: rights(owner, owned),
    kind: kind.name,
    isNamespaced: kind.isNamespaced,
    hasOptionalStatus: hasOptionalStatus(owner),
    hasStatusSubresource: statusSubresource.has(version.type),
    ownedKind: owned?.kind.name ?? "Lease",
    owned: owned && `${ownedKinds(owner, owned)}.${owned.kind.name}`,
    ownedResource: resourceOfOwned(owner, owned),
    ownedFields: owned === undefined ? "" : requiredFields(universe, owned),
  });
}

/**
 * Returns the unformatted file with a test, which runs the controller and a server in the test's
 * process.
 */
export function controllerTest({ universe, owner, owned }: ControllerParts): NewFile {
  const name = controllerName(owner);
  const identifier = controllerIdentifier(owner);
  const groups = [...new Set([owner.group, ...(owned === undefined ? [] : [owned.group])])];
  return fileOf(`test/${name}-controller.test.ts`, "controller/test", {
    name,
    imports: [
      ...groups.flatMap((group, index) => importsOf(group, namesOf(index), "test")),
      ...kindsImports(owner, owned, "test"),
      importStatement([identifier], `../src/controllers/${name}.js`),
    ],
    groups: groups.map((group, index) => ({ ...group, ...namesOf(index) })),
    identifier,
    kind: owner.kind.name,
    isNamespaced: owner.kind.isNamespaced,
    fields: requiredFields(universe, owner),
    hasOwned: owned !== undefined,
    ownedResource: resourceOfOwned(owner, owned),
  });
}

/**
 * Returns the local names for the generated exports of a group. The index is 0 for the reconciled
 * kind's group, and 1 for the owned kind's group.
 */
function namesOf(index: number): GroupNames {
  return index === 0
    ? { install: "Install", version: "SchemeGroupVersion" }
    : { install: "OwnedInstall", version: "OwnedGroupVersion" };
}

/** Returns the statements that import the generated `Kinds` tables. */
function kindsImports(owner: ChosenKind, owned: ChosenKind | undefined, folder: string): string[] {
  const statement = (local: string, { version }: ChosenKind): string =>
    importAs("Kinds", local, version.kindsFile, folder);
  const other = owned !== undefined && ownedKinds(owner, owned) !== "Kinds" ? [statement("OwnedKinds", owned)] : [];
  return [statement("Kinds", owner), ...other];
}

/** Returns the identifier of the imported `Kinds` table that contains the owned kind. */
function ownedKinds(owner: ChosenKind, owned: ChosenKind): string {
  return owned.version.kindsFile === owner.version.kindsFile ? "Kinds" : "OwnedKinds";
}

/** Returns an expression for the client of the owned objects. It uses a variable `client`. */
function resourceOfOwned(owner: ChosenKind, owned: ChosenKind | undefined): string {
  const resource =
    owned === undefined
      ? "client.resourceOf(leaseResource)"
      : `client.resource(${ownedKinds(owner, owned)}.${owned.kind.name})`;
  if (owned?.kind.isNamespaced === false) return resource;
  return `${resource}.namespace(${owner.kind.isNamespaced ? "namespace" : `"default"`})`;
}

/**
 * Returns the properties of a kind's sample object as code, without its metadata and status.
 * Comments name the values that the user must check.
 */
function requiredFields(universe: Universe, { version }: ChosenKind): string {
  const { value, doubts } = sampleOf(universe, version.type, startingPoint);
  const fields = Object.entries(value as object).map(
    ([name, field]) => `${JSON.stringify(name)}: ${JSON.stringify(field)},\n`,
  );
  return [...doubts.map((doubt) => `// Check this value: ${doubt}\n`), ...fields].join("");
}

/** Returns the RBAC rules of the controller's role, in the syntax of the marker. */
function rights({ kind, group, version }: ChosenKind, owned: ChosenKind | undefined): string[] {
  const of = (groupName: string, resource: string, verbs: string): string =>
    `groups=${groupName === "" ? "core" : groupName},resources=${resource},verbs=${verbs}`;
  const status = statusSubresource.has(version.type);
  return [
    of(group.name, kind.resource, `get;list;watch;update${status ? "" : ";patch"}`),
    ...(status ? [of(group.name, `${kind.resource}/status`, "patch")] : []),
    // Some clusters require this permission for owner references that block deletions.
    of(group.name, `${kind.resource}/finalizers`, "update"),
    of(owned?.group.name ?? "coordination.k8s.io", owned?.kind.resource ?? "leases", "get;list;watch;create;patch"),
  ];
}

function hasOptionalStatus({ version }: ChosenKind): boolean {
  const { shape } = version.type;
  return shape.kind === "object" && shape.fields.some(({ name, optional }) => name === "status" && optional);
}

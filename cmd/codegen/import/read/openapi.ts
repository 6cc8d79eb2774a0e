import type { Problem } from "../../../../engine/base/problem.js";
import { isProtectedGroup } from "../../../../runtime/crd/index.js";
import { nothing, type Found, type ImportedKind } from "../imported-kind.js";
import {
  isObject,
  objectsIn,
  propertiesOf,
  textOf,
  valueAt,
  type Definition,
  type Path,
  type Schema,
  type Source,
} from "../schema.js";
import { faultOfGroup, faultOfKind, faultOfVersion } from "../../scaffold/names.js";
import { faultOfLabel } from "./crd-names.js";
import { resourcesIn, type Resource } from "./openapi-paths.js";
import { importProblems } from "../problem-codes.js";

/** A kind of an OpenAPI document, with its definition. */
interface KindDefinition {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly definition: Definition;
}

/**
 * Returns the kinds of one group in an OpenAPI v2 or v3 document. A kind is a definition with an
 * object's metadata that has its own path, or any such definition in a document without paths.
 */
export function kindsOfOpenAPI(source: Source, document: Schema, only: string | undefined): Found {
  const base: Path = isObject(document["definitions"]) ? ["definitions"] : ["components", "schemas"];
  const definitions = valueAt(document, base);
  if (!isObject(definitions)) return failed(source, [], "the OpenAPI document has no definitions");
  const resolve = (ref: string): Definition | undefined => {
    const name = (ref.split("/").at(-1) ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
    const schema = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return isObject(schema) ? { name, at: { schema, source: resolving, path: [...base, name] } } : undefined;
  };
  const resolving: Source = { ...source, resolve };
  const resources = resourcesIn(document);
  const found = Object.keys(definitions).flatMap((name) => {
    const definition = resolve(name);
    return definition === undefined ? [] : kindsOfDefinition(definition);
  });
  const own = found.filter(
    ({ group, version, kind }) => resources === undefined || resources.has(`${group}/${version}/${kind}`),
  );
  const groups = [...new Set(own.map(({ group }) => group))];
  if (only === undefined && groups.length > 1)
    return failed(
      source,
      [],
      `the OpenAPI document has ${String(groups.length)} groups: choose one with --group, as in --group ${groups.find((group) => group !== "") ?? ""}`,
    );
  const chosen = own.filter(({ group }) => only === undefined || group === only);
  if (chosen.length === 0 && only === undefined) return failed(source, base, "the OpenAPI document has no kinds");
  const problems = chosen.flatMap((one) => faultsOf(one, resources));
  return problems.length > 0
    ? { ...nothing, problems }
    : { ...nothing, kinds: chosen.map((one) => importedKind(one, resources)) };
}

/** Reports names of a kind that are not names of Kubernetes. The core group has no name. */
function faultsOf(one: KindDefinition, resources: ReadonlyMap<string, Resource> | undefined): readonly Problem[] {
  const { group, version, kind, definition } = one;
  const plural = resourceOf(one, resources)?.plural;
  const faults = [
    group === "" ? undefined : faultOfGroup(group),
    faultOfVersion(version),
    faultOfKind(kind),
    plural === undefined ? undefined : faultOfLabel(plural),
  ];
  const { source, path } = definition.at;
  return faults.flatMap((fault) => (fault === undefined ? [] : failed(source, path, fault).problems));
}

function resourceOf(
  { group, version, kind }: KindDefinition,
  resources: ReadonlyMap<string, Resource> | undefined,
): Resource | undefined {
  return resources?.get(`${group}/${version}/${kind}`);
}

function importedKind(one: KindDefinition, resources: ReadonlyMap<string, Resource> | undefined): ImportedKind {
  const { group, version, kind, definition } = one;
  const resource = resourceOf(one, resources);
  return {
    group,
    version,
    kind,
    listKind: `${kind}List`,
    markers: [
      // Kubernetes' own kinds are part of its API servers.
      ...(group.includes(".") && !isProtectedGroup(group) ? ["+kubebuilder:object:root=true"] : []),
      ...(resource === undefined ? [] : resourceMarkers(resource)),
    ],
    schema: definition.at,
  };
}

function resourceMarkers({ plural, isNamespaced, hasStatus }: Resource): readonly string[] {
  const scope = isNamespaced ? "" : ",scope=Cluster";
  return [...(hasStatus ? ["+kubebuilder:subresource:status"] : []), `+kubebuilder:resource:path=${plural}${scope}`];
}

/** Returns the kinds of a definition; none for a list and for a type without metadata. */
function kindsOfDefinition(definition: Definition): readonly KindDefinition[] {
  const { schema } = definition.at;
  const metadata = propertiesOf(definition.at).find(([name]) => name === "metadata");
  if (metadata === undefined || refOf(metadata[1].schema)?.endsWith(".ObjectMeta") !== true) return [];
  const named = schema["x-kubernetes-group-version-kind"];
  const entries = isObject(named) ? [{ value: named }] : objectsIn(named, []);
  return entries.flatMap(({ value }) => {
    const [group = "", version, kind] = ["group", "version", "kind"].map((keyword) => textOf(value, keyword));
    return version === undefined || kind === undefined ? [] : [{ group, version, kind, definition }];
  });
}

/** Returns the reference of a schema, also if it is the only part of `allOf`. */
export function refOf(schema: Schema): string | undefined {
  const direct = textOf(schema, "$ref");
  if (direct !== undefined) return direct;
  const parts = objectsIn(schema["allOf"], []);
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? textOf(only.value, "$ref") : undefined;
}

function failed(source: Source, path: Path, message: string): Found {
  const problem: Problem = { ...importProblems.is("import/openapi"), message, position: source.positionOf(path) };
  return { ...nothing, problems: [problem] };
}

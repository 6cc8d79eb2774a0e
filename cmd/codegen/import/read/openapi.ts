import type { Problem } from "../../../../engine/base/problem.js";
import { isProtectedGroup } from "../../../../runtime/crd/index.js";
import { noKinds, type FoundKinds, type ImportedKind } from "../imported-kind.js";
import {
  isReadSchema,
  objectsIn,
  schemaProperties,
  stringAt,
  valueInDocument,
  type DocumentDefinition,
  type DocumentPath,
  type ReadSchema,
  type DocumentSource,
} from "../schema.js";
import { groupProblem, kindProblem, versionProblem } from "../../scaffold/names.js";
import { labelProblem } from "./crd-names.js";
import { importProblems } from "../problem-codes.js";

/** A kind in an OpenAPI document, with its definition. */
interface KindDefinition {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly definition: DocumentDefinition;
  /** Absent if the document has no paths. */
  readonly resource?: PathResource | undefined;
}

/**
 * Returns the kinds of one group in an OpenAPI v2 or v3 document. A kind is a definition with
 * ObjectMeta and, if the document has paths, with a path for its resource.
 */
export function kindsOfOpenAPI(source: DocumentSource, document: ReadSchema, only: string | undefined): FoundKinds {
  const base: DocumentPath = isReadSchema(document["definitions"]) ? ["definitions"] : ["components", "schemas"];
  const definitions = valueInDocument(document, base);
  if (!isReadSchema(definitions)) return failed(source, [], "the OpenAPI document has no definitions");
  const resolve = (ref: string): DocumentDefinition | undefined => {
    const name = (ref.split("/").at(-1) ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
    const schema = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return isReadSchema(schema) ? { name, at: { schema, source: resolving, path: [...base, name] } } : undefined;
  };
  const resolving: DocumentSource = { ...source, resolve };
  const resources = resourcesIn(document);
  const found = Object.keys(definitions).flatMap((name) => {
    const definition = resolve(name);
    return definition === undefined ? [] : kindsOfDefinition(definition);
  });
  const own = found
    .map((one) => ({ ...one, resource: resources?.get(`${one.group}/${one.version}/${one.kind}`) }))
    .filter(({ resource }) => resources === undefined || resource !== undefined);
  const groups = [...new Set(own.map(({ group }) => group))];
  if (only === undefined && groups.length > 1)
    return failed(
      source,
      [],
      `the OpenAPI document has ${String(groups.length)} groups: select one of them, for example with --group ${groups.find((group) => group !== "") ?? ""}`,
    );
  const chosen = own.filter(({ group }) => only === undefined || group === only);
  if (chosen.length === 0 && only === undefined) return failed(source, base, "the OpenAPI document has no kinds");
  const problems = chosen.flatMap(problemsOf);
  return problems.length > 0 ? { ...noKinds, problems } : { ...noKinds, kinds: chosen.map(importedKind) };
}

/** Reports the names of a kind that Kubernetes does not allow. The core group has an empty name. */
function problemsOf({ group, version, kind, definition, resource }: KindDefinition): readonly Problem[] {
  const reasons = [
    group === "" ? undefined : groupProblem(group),
    versionProblem(version),
    kindProblem(kind),
    resource && labelProblem(resource.plural),
  ];
  const { source, path } = definition.at;
  return reasons.flatMap((reason) => (reason === undefined ? [] : failed(source, path, reason).problems));
}

function importedKind({ group, version, kind, definition, resource }: KindDefinition): ImportedKind {
  return {
    group,
    version,
    kind,
    markers: [
      // Omits the marker for Kubernetes' built-in kinds, which are not custom resources.
      ...(group.includes(".") && !isProtectedGroup(group) ? ["+kubebuilder:object:root=true"] : []),
      ...(resource === undefined ? [] : resourceMarkers(resource)),
    ],
    schema: definition.at,
  };
}

function resourceMarkers({ plural, isNamespaced, hasStatus }: PathResource): readonly string[] {
  const scope = isNamespaced ? "" : ",scope=Cluster";
  return [...(hasStatus ? ["+kubebuilder:subresource:status"] : []), `+kubebuilder:resource:path=${plural}${scope}`];
}

/**
 * Returns the kinds of a definition. Returns an empty list for a list type and for a type without
 * metadata.
 */
function kindsOfDefinition(definition: DocumentDefinition): readonly KindDefinition[] {
  const { schema } = definition.at;
  const metadata = schemaProperties(definition.at).find(([name]) => name === "metadata");
  if (metadata === undefined || refOf(metadata[1].schema)?.endsWith(".ObjectMeta") !== true) return [];
  const named = schema["x-kubernetes-group-version-kind"];
  const entries = isReadSchema(named) ? [{ value: named }] : objectsIn(named, []);
  return entries.flatMap(({ value }) => {
    const [group = "", version, kind] = ["group", "version", "kind"].map((keyword) => stringAt(value, keyword));
    return version === undefined || kind === undefined ? [] : [{ group, version, kind, definition }];
  });
}

/**
 * Returns the reference in a schema, either its `$ref` or the `$ref` of the only schema in its
 * `allOf`.
 */
export function refOf(schema: ReadSchema): string | undefined {
  const direct = stringAt(schema, "$ref");
  if (direct !== undefined) return direct;
  const parts = objectsIn(schema["allOf"], []);
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? stringAt(only.value, "$ref") : undefined;
}

function failed(source: DocumentSource, path: DocumentPath, message: string): FoundKinds {
  const problem: Problem = { ...importProblems.is("import/openapi"), message, position: source.positionOf(path) };
  return { ...noKinds, problems: [problem] };
}

/** The resource of a kind, as described by the paths of an OpenAPI document. */
interface PathResource {
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly hasStatus: boolean;
}

const named = /^\/(?:api|apis\/[^/]+)\/[^/]+(\/namespaces\/\{namespace\})?\/([^/{}]+)(?:\/\{name\}(\/status)?)?$/;

/**
 * Returns the resources of a document by `<group>/<version>/<kind>`; undefined for a document
 * without paths.
 */
function resourcesIn(document: ReadSchema): ReadonlyMap<string, PathResource> | undefined {
  const { paths } = document;
  if (!isReadSchema(paths) || Object.keys(paths).length === 0) return undefined;
  const result = new Map<string, PathResource>();
  for (const [path, operations] of Object.entries(paths)) {
    const [, namespace, plural, status] = named.exec(path) ?? [];
    const key = plural === undefined || !isReadSchema(operations) ? undefined : kindOf(operations);
    if (key === undefined || plural === undefined) continue;
    const known = result.get(key);
    const hasStatus = status !== undefined || known?.hasStatus === true;
    // A namespaced resource also has a path without a namespace, which lists all namespaces.
    const isNamespaced = namespace !== undefined || known?.isNamespaced === true;
    result.set(key, { plural, isNamespaced, hasStatus });
  }
  return result;
}

/** Returns the group, version and kind of the operations at a path; undefined if none has them. */
function kindOf(operations: ReadSchema): string | undefined {
  for (const operation of Object.values(operations)) {
    const kind = isReadSchema(operation) ? operation["x-kubernetes-group-version-kind"] : undefined;
    if (!isReadSchema(kind)) continue;
    return ["group", "version", "kind"].map((keyword) => stringAt(kind, keyword) ?? "").join("/");
  }
  return undefined;
}

import { argumentsOf } from "../../../../engine/markers/arguments.js";
import type { PlanInput } from "../../../../engine/plan/generator.js";
import { apiVersionOf, type PackageGroupVersion } from "../../../../engine/model/group-version.js";
import { typeById } from "../../../../engine/model/lookup.js";
import { referencesOfType } from "../../../../engine/model/type-references.js";
import type { Package, TypeDeclaration, Universe } from "../../../../engine/model/universe.js";
import { deprecatedVersion, deprecationWarning, unservedVersion } from "../../../../generators/markers/crd.js";
import { rootSchema } from "../../../../generators/crd-schemas/schema/root-schema.js";
import type { JSONSchema } from "../../../../generators/crd-schemas/schema/json-schema.js";
import { celRulesOfMarkers } from "../../../../generators/markers/constraints.js";
import { hasObjectMeta } from "../../../../engine/model/facts/object-meta.js";
import { lifecycleOf, type LifecycleView } from "../../../../generators/kinds/lifecycle.js";
import { isOptedOut, printColumn } from "../../../../generators/markers/register.js";
import { columnPrefix } from "../../../../generators/markers/parse/column.js";
import { resourceNamesOf, pluralNameOf } from "../../../../generators/kinds/resource-names.js";
import { subresourcesOf } from "../../../../generators/kinds/subresources.js";
import { ruleCosts, type CELRuleSchema } from "../../../../runtime/cel/index.js";
import type { CostedRule, KindReference, LifecycleReference, Row, Words } from "../model.js";
import { examplesOf, type ExampleSample } from "./example.js";
import { codes } from "../words.js";

/** Reports whether a type is a kind whose objects have metadata. */
export function isObjectKind(type: TypeDeclaration): boolean {
  const { exported, expression, shape } = type;
  const isDeclared = exported && expression === undefined && !isOptedOut(type);
  return isDeclared && shape.kind === "object" && shape.typeMeta !== undefined && hasObjectMeta(type);
}

/** Returns the reference of a kind, except the facts that depend on its other versions. */
export function kindReference(
  input: PlanInput,
  pkg: Package,
  groupVersion: PackageGroupVersion,
  type: TypeDeclaration,
  samples: readonly ExampleSample[],
): Omit<KindReference, "comparison" | "losses" | "changes"> {
  const { name, id } = type;
  const { path, singular = name.toLowerCase(), shortNames, categories, isClusterWide } = resourceNamesOf(type);
  const resource = path ?? pluralNameOf(input, type);
  const apiVersion = apiVersionOf(groupVersion);
  const { status = false, scale = null } = subresourcesOf(type) ?? {};
  const subresources = [...(status ? ["status"] : []), ...(scale === null ? [] : ["scale"])];
  const url = `/${groupVersion.group === "" ? "api" : "apis"}/${apiVersion}/${isClusterWide ? "" : "namespaces/{namespace}/"}${resource}`;
  const { universe } = input;
  const reachable = reachableFrom(universe, type);
  const schema = schemaOf(input, type);
  return {
    name,
    type: id,
    facts: [
      ["apiVersion", [{ code: apiVersion }]],
      ["scope", [isClusterWide ? "the whole server, without namespaces" : "a namespace"]],
      [
        "kubectl",
        [{ code: `kubectl get ${resource}` }, ...(shortNames.length === 0 ? [] : [", or ", ...codes(shortNames)])],
      ],
      ["URL", [{ code: url }]],
      ...(subresources.length === 0 ? [] : [["subresources", codes(subresources)] as const]),
      ...(categories.length === 0 ? [] : [["categories", codes(categories)] as const]),
    ],
    names: [name, resource, singular, ...shortNames],
    lifecycle: lifecycle(universe, pkg, type),
    columns: columnsOf(type),
    celRules: schema === undefined ? [] : costedRules(universe, reachable, schema),
    examples: schema === undefined ? [] : examplesOf({ universe, samples, apiVersion, type, isClusterWide, schema }),
    reachable,
  };
}

/** Returns the ids of the types that a kind contains, in the order of their depth. */
function reachableFrom(universe: Universe, kind: TypeDeclaration): readonly string[] {
  const found = new Set([kind.id]);
  for (const id of found) {
    const type = typeById(universe, id);
    if (type === undefined) continue;
    const { values, keys } = referencesOfType(type);
    for (const inner of [...values, ...keys]) found.add(inner);
  }
  return [...found];
}

/** Returns the structural schema of a kind; undefined if the schema has errors. */
function schemaOf(input: PlanInput, type: TypeDeclaration): JSONSchema | undefined {
  const { schema, problems } = rootSchema(input, type);
  return problems.some(({ severity }) => severity === "error") ? undefined : schema;
}

function costedRules(universe: Universe, types: readonly string[], schema: JSONSchema): readonly CostedRule[] {
  const hasRules = types.some((id) => {
    const type = typeById(universe, id);
    const fields = type?.shape.kind === "object" ? type.shape.fields : [];
    return [type, ...fields].some((owner) => owner !== undefined && celRulesOfMarkers(owner.markers).length > 0);
  });
  if (!hasRules) return [];
  return ruleCosts(schema as CELRuleSchema).map(({ path, rule, message = "", estimated, total }) => ({
    path,
    rule,
    message,
    cost: estimated.toLocaleString("en"),
    total: total.toLocaleString("en"),
  }));
}

function columnsOf(type: TypeDeclaration): readonly Row[] {
  return printColumn.readAll(type).map(({ marker, value: { name, type: of, description = "", priority = 0 } }) => {
    const given = argumentsOf(marker.name, marker.value, columnPrefix);
    const path = "fault" in given ? "" : (given.get("JSONPath") ?? "");
    const wide: Words = priority > 0 ? [" (with ", { code: "-o wide" }, ")"] : [];
    return [[name, ...wide], [of], [{ code: path }], [description]];
  });
}

function lifecycle(universe: Universe, pkg: Package, type: TypeDeclaration): LifecycleReference {
  const view = lifecycleOf(universe, pkg, type) ?? {};
  const marked = deprecationWarning.find(type);
  const given =
    marked === undefined ? undefined : argumentsOf(marked.name, marked.value, "kubebuilder:deprecatedversion:");
  const warning = given === undefined || "fault" in given ? undefined : given.get("warning");
  const isMarked = marked !== undefined || deprecatedVersion.has(type);
  return {
    isDeprecated: isMarked || view.deprecated !== undefined,
    sentences: [
      ...releases(view),
      ...(isMarked ? [warning ?? "This version is deprecated."] : []),
      ...(unservedVersion.has(type) ? ["The server does not serve this version."] : []),
    ],
  };
}

function releases({ introduced, deprecated, removed, replacement }: LifecycleView): readonly string[] {
  return [
    ...(introduced === undefined ? [] : [`Available since ${introduced}.`]),
    ...(deprecated === undefined ? [] : [`Deprecated since ${deprecated}.`]),
    ...(removed === undefined ? [] : [`Removed in ${removed}.`]),
    ...(replacement === undefined ? [] : [`Use ${apiVersionOf(replacement)} ${replacement.kind} instead.`]),
  ];
}

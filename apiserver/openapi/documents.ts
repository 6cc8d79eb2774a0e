import { Scheme, type GroupVersion, type OpenAPIDefinitions, type OpenAPISchema } from "@apimachinery/runtime";
import type { InstalledResource } from "../endpoints/installed.js";
import { componentsOf } from "./components.js";
import { loadDefinitions, servedMetaPackage } from "./definitions.js";
import { resourcesPaths, versionDefinitions } from "./discovery-paths.js";
import type { Paths } from "./operation.js";
import { parameterLists } from "./parameters.js";
import { resourcePaths } from "./resource-paths.js";
import { scaleGVK } from "../registry/scale.js";
import { componentRef } from "./refs.js";

const scale = "io.k8s.api.autoscaling.v1.Scale";

/** The OpenAPI definitions of scale subresources. All groups have the same definitions. */
const scaleDefinitions: OpenAPIDefinitions = {
  [scale]: {
    description: "The desired and the actual number of replicas of an object.",
    type: "object",
    properties: {
      kind: { description: "Always Scale.", type: "string" },
      apiVersion: { description: "Always autoscaling/v1.", type: "string" },
      metadata: {
        description: "Metadata of the scaled object.",
        $ref: componentRef(`${servedMetaPackage}.ObjectMeta`),
        default: {},
      },
      spec: { description: "The desired state.", $ref: componentRef(`${scale}Spec`), default: {} },
      status: { description: "The actual state.", $ref: componentRef(`${scale}Status`), default: {} },
    },
    "x-kubernetes-group-version-kind": [{ group: scaleGVK.group, version: scaleGVK.version, kind: scaleGVK.kind }],
  },
  [`${scale}Spec`]: {
    description: "The desired number of replicas of an object.",
    type: "object",
    properties: { replicas: { description: "The desired number of replicas.", type: "integer", format: "int32" } },
  },
  [`${scale}Status`]: {
    description: "The actual number of replicas of an object.",
    type: "object",
    required: ["replicas"],
    properties: {
      replicas: { description: "The actual number of replicas.", type: "integer", format: "int32", default: 0 },
      selector: { description: "The label selector of the replicas, in the form of a query.", type: "string" },
    },
  },
};

/** Title and version of the API that a document describes. */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
}

/** An OpenAPI document of version 3. */
export interface OpenAPIV3 {
  readonly openapi: "3.0.0";
  readonly info: DocumentInfo;
  readonly paths: Paths;
  readonly components: { readonly schemas: Readonly<Record<string, OpenAPISchema>> };
}

export interface DocumentedVersion {
  readonly scheme: Scheme;
  readonly group: string;
  readonly version: string;
  readonly resources: ReadonlyMap<string, InstalledResource>;
}

/** Definitions that this package declares, because no generated module contains them. */
const own: OpenAPIDefinitions = { ...versionDefinitions, ...scaleDefinitions };

/** Returns the document of one group-version. */
export async function versionDocument(
  { scheme, group, version, resources }: DocumentedVersion,
  info: DocumentInfo,
): Promise<OpenAPIV3> {
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const served = [...resources].map(([resource, { store, subresources, patchTypes, verbs, answer }]) => {
    const kind = { group, version, kind: store.kind.kind };
    // A resource without stored objects, such as a review, has no lists, so its document does not
    // refer to a list kind.
    const list = answer === undefined ? { ...kind, kind: `${kind.kind}List` } : kind;
    return {
      resource,
      kind,
      subresources,
      patchTypes,
      verbs,
      isNamespaced: store.strategy.isNamespaced,
      object: { gvk: kind, schema: scheme.schemaFor(kind) },
      list: { gvk: list, schema: scheme.schemaFor(list) },
    };
  });
  const kinds = served.flatMap(({ object, list, subresources }) => [
    object,
    list,
    ...subresources.map(({ kind, schema }) => ({ gvk: kind, schema })),
  ]);
  const definitions = await loadDefinitions(scheme, { group, version }, kinds, own);
  const parameters = parameterLists(definitions.all);
  const paths = served.map(({ object, list, subresources, ...resource }) =>
    resourcePaths(
      {
        ...resource,
        root,
        object: definitions.nameOf(object.schema),
        list: definitions.nameOf(list.schema),
        subresources: subresources.map((subresource) => {
          const name = definitions.nameOf(subresource.schema);
          const options = subresource.connect?.hasOptions === true ? definitions.all[name] : undefined;
          return { ...subresource, object: name, options };
        }),
      },
      parameters,
    ),
  );
  return documentOf(info, Object.assign({}, resourcesPaths(root, group, version), ...paths) as Paths, definitions.all, {
    group,
    version,
  });
}

/**
 * Returns the document of the paths that do not belong to a group-version: discovery and the
 * server's version.
 */
export async function plainDocument(info: DocumentInfo, paths: Paths): Promise<OpenAPIV3> {
  const { all } = await loadDefinitions(new Scheme("discovery"), { group: "", version: "v1" }, [], own);
  return documentOf(info, paths, all, undefined);
}

function documentOf(
  info: DocumentInfo,
  paths: Paths,
  all: OpenAPIDefinitions,
  gv: GroupVersion | undefined,
): OpenAPIV3 {
  const sorted = Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { openapi: "3.0.0", info, paths: sorted, components: { schemas: componentsOf(all, paths, gv) } };
}

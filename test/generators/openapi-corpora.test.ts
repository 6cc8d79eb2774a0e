import { expect, test } from "vitest";
import { GetOpenAPIDefinitions } from "@apimachinery/runtime/openapi";
import type { Marker } from "../../engine/markers/marker.js";
import { openapi } from "../../generators/openapi/index.js";
import type { DefinitionView, SchemaView } from "../../generators/openapi/view.js";
import { corpora, loadKubernetes, planOf } from "./corpora.js";

/**
 * Reports whether a marker excludes its type from OpenAPI. Kubernetes excludes each type whose name
 * also exists in meta/v1.
 */
const optsOut = ({ name, value }: Marker): boolean => name === "k8s:openapi-gen" && value === "false";

const byName = (views: readonly DefinitionView[]) => new Map(views.map(({ name, schema }) => [name, schema]));

test.skipIf(corpora === undefined)(
  "each type of Kubernetes has a definition with Kubernetes' name, and each reference has a definition",
  () => {
    const universe = loadKubernetes();
    const { files, problems } = planOf(openapi, universe);
    expect(problems).toEqual([]);
    expect(files).toHaveLength(30);
    const definitions = files.flatMap(
      ({ view }) => (view as { readonly definitions: readonly DefinitionView[] }).definitions,
    );
    const known = byName(definitions);
    expect(known.size).toBe(definitions.length);
    for (const { package: id } of files) {
      const objects = Object.values(universe.packages[id]?.types ?? {}).filter(
        ({ exported, shape, markers }) => exported && shape.kind === "object" && !markers.some(optsOut),
      );
      const [, group = "", version = ""] = id.split("/");
      expect(
        objects.filter(({ name }) => !known.has(`io.k8s.api.${group}.${version}.${name}`)).map(({ name }) => name),
        id,
      ).toEqual([]);
    }
    const runtime = GetOpenAPIDefinitions((name) => name);
    const missing = definitions.flatMap(({ name, schema }) =>
      refsOf(schema)
        .filter((ref) => !known.has(ref) && !Object.hasOwn(runtime, ref))
        .map((ref) => `${name}: ${ref}`),
    );
    expect(missing).toEqual([]);
  },
);

/** The expected schemas are copied from the OpenAPI documents of Kubernetes v1.36. */
test.skipIf(corpora === undefined)(
  "defaults, enums, lists, maps and patches equal those in Kubernetes' documents",
  () => {
    const { files } = planOf(openapi, loadKubernetes());
    const core = files.find(({ package: id }) => id === "kubernetes/core/v1");
    const known = byName((core?.view as { readonly definitions: readonly DefinitionView[] }).definitions);
    const schemaOf = (type: string): SchemaView => known.get(`io.k8s.api.core.v1.${type}`) ?? [];
    const property = (type: string, name: string) => {
      const entry = schemaOf(type).find(({ kind }) => kind === "properties");
      const found =
        entry?.kind === "properties" ? entry.properties.find((candidate) => candidate.name === name) : undefined;
      return Object.fromEntries(
        (found?.schema ?? []).map((part) => [
          part.key,
          part.kind === "json" ? part.value : part.kind === "reference" ? part.name : part.kind,
        ]),
      );
    };
    expect(property("ContainerPort", "protocol")).toMatchObject({
      type: "string",
      default: "TCP",
      enum: ["SCTP", "TCP", "UDP"],
    });
    expect(property("ContainerPort", "containerPort")).toEqual({ type: "integer", format: "int32", default: 0 });
    expect(property("Container", "ports")).toEqual({
      type: "array",
      items: "schema",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["containerPort", "protocol"],
      "x-kubernetes-patch-strategy": "merge",
      "x-kubernetes-patch-merge-key": "containerPort",
    });
    expect(property("PodSpec", "volumes")).toMatchObject({ "x-kubernetes-patch-strategy": "merge,retainKeys" });
    expect(property("ServicePort", "targetPort")).toEqual({ $ref: "io.k8s.apimachinery.pkg.util.intstr.IntOrString" });
    expect(property("Secret", "data")).toEqual({ type: "object", additionalProperties: "schema" });
    expect(schemaOf("SecretKeySelector")).toContainEqual({
      kind: "json",
      key: "x-kubernetes-map-type",
      value: "atomic",
    });
    expect(schemaOf("ContainerPort")).toContainEqual({ kind: "json", key: "required", value: ["containerPort"] });
  },
);

function refsOf(schema: SchemaView): readonly string[] {
  return schema.flatMap((entry) => {
    switch (entry.kind) {
      case "reference":
        return [entry.name];
      case "schema":
        return refsOf(entry.schema);
      case "schemas":
        return entry.schemas.flatMap(refsOf);
      case "properties":
        return entry.properties.flatMap((property) => refsOf(property.schema));
      default:
        return [];
    }
  });
}

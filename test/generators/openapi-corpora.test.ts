import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GetOpenAPIDefinitions } from "@apimachinery/runtime/openapi";
import type { Marker } from "../../engine/markers/marker.js";
import type { OpenAPIDefinitions, OpenAPIModule, OpenAPISchema } from "../../runtime/openapi/definition.js";
import { generate, layOver } from "../corpus/kubernetes/overlay.js";
import { corpora, loadKubernetes } from "./corpora.js";

/**
 * Reports whether a marker excludes its type from OpenAPI. Kubernetes excludes each type whose name
 * also exists in meta/v1.
 */
const optsOut = ({ name, value }: Marker): boolean => name === "k8s:openapi-gen" && value === "false";

const file = "zz_generated.openapi.ts";

describe.skipIf(corpora === undefined)("the definitions of Kubernetes' types", () => {
  /** Definitions by folder. */
  const definitions = new Map<string, OpenAPIDefinitions>();
  let work = "";

  beforeAll(async () => {
    work = layOver("openapi");
    await generate(work);
    for (const path of readdirSync(work, { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(file)) continue;
      // Assertion: these are the exports of such a file.
      const module = (await import(join(work, path))) as OpenAPIModule;
      definitions.set(
        dirname(path),
        module.GetOpenAPIDefinitions((name) => name),
      );
    }
  }, 120_000);

  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
  });

  test("have Kubernetes' names, and each reference has a definition", () => {
    const { packages } = loadKubernetes();
    expect(definitions.size).toBe(30);
    for (const [id, own] of definitions) {
      const objects = Object.values(packages[id]?.types ?? {}).filter(
        ({ exported, shape, markers }) => exported && shape.kind === "object" && !markers.some(optsOut),
      );
      expect(objects.length, id).toBeGreaterThan(0);
      const [, group = "", version = ""] = id.split("/");
      expect(
        objects.filter(({ name }) => !Object.hasOwn(own, `io.k8s.api.${group}.${version}.${name}`)),
        id,
      ).toEqual([]);
    }
    const all = Object.assign(
      GetOpenAPIDefinitions((name) => name) as object,
      ...definitions.values(),
    ) as OpenAPIDefinitions;
    const missing = Object.entries(all).flatMap(([name, schema]) =>
      refsOf(schema)
        .filter((ref) => !Object.hasOwn(all, ref))
        .map((ref) => `${name}: ${ref}`),
    );
    expect(missing).toEqual([]);
  });

  /** The expected schemas are copied from the OpenAPI documents of Kubernetes v1.36. */
  test("have defaults, enums, lists, maps and patches as in Kubernetes' documents", () => {
    const core = definitions.get("kubernetes/core/v1") ?? {};
    const schemaOf = (type: string) => core[`io.k8s.api.core.v1.${type}`];
    const property = (type: string, name: string) => schemaOf(type)?.properties?.[name];
    expect(property("ContainerPort", "protocol")).toMatchObject({
      type: "string",
      default: "TCP",
      enum: ["SCTP", "TCP", "UDP"],
    });
    expect(property("ContainerPort", "containerPort")).toEqual({ type: "integer", format: "int32", default: 0 });
    expect(property("Container", "ports")).toEqual({
      type: "array",
      items: { default: {}, $ref: "io.k8s.api.core.v1.ContainerPort" },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["containerPort", "protocol"],
      "x-kubernetes-patch-strategy": "merge",
      "x-kubernetes-patch-merge-key": "containerPort",
    });
    expect(property("PodSpec", "volumes")).toMatchObject({ "x-kubernetes-patch-strategy": "merge,retainKeys" });
    expect(property("ServicePort", "targetPort")).toEqual({ $ref: "io.k8s.apimachinery.pkg.util.intstr.IntOrString" });
    expect(property("Secret", "data")).toEqual({
      type: "object",
      additionalProperties: { type: "string", format: "byte" },
    });
    expect(schemaOf("SecretKeySelector")).toMatchObject({ "x-kubernetes-map-type": "atomic" });
    expect(schemaOf("ContainerPort")).toMatchObject({ required: ["containerPort"] });
  });
});

function refsOf({ $ref, properties = {}, items, additionalProperties, oneOf = [] }: OpenAPISchema): readonly string[] {
  const parts = [...Object.values(properties), items, additionalProperties, ...oneOf].filter(
    (part) => part !== undefined,
  );
  return [...($ref === undefined ? [] : [$ref]), ...parts.flatMap(refsOf)];
}

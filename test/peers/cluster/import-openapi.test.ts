import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { apiProject } from "../../cmd/api-project.js";
import { runHere } from "../../cmd/run-here.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
import { KubeCluster } from "./kube-cluster.js";
import { schemaDifferences, type OpenAPIDocument, type Schema } from "./openapi-differences.js";
import { whyNoPizzaCluster } from "./pizza-cluster.js";

/**
 * @file Imports the types of every version of kube-apiserver's OpenAPI documents, generates their
 * CustomResourceDefinitions, and compares the schemas.
 */

const reason = whyNoPizzaCluster();

interface GeneratedCRD {
  readonly spec: {
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

describe.skipIf(reason !== undefined)(["OpenAPI of kube-apiserver", reason].filter(Boolean).join(", "), () => {
  let cluster: KubeCluster;
  let admin: ClusterKubectl;
  beforeAll(async () => {
    cluster = await KubeCluster.start();
    admin = new ClusterKubectl(await cluster.administrator(), cluster.folder);
  });
  afterAll(async () => {
    await cluster.remove();
  });

  test("each version's schemas are generated again from its imported types", async () => {
    const { paths } = JSON.parse(await admin.succeed("kubectl get --raw /openapi/v3")) as {
      paths: Record<string, unknown>;
    };
    const versions = Object.keys(paths).filter((path) => /^(api|apis\/[^/]+)\/v\w+$/.test(path));
    let kinds = 0;
    for (const path of versions) {
      const text = asCustom(path, await admin.succeed(`kubectl get --raw /openapi/v3/${path}`));
      const { crds, problems } = await generatedFrom(text);
      expect(problems.filter((line) => !line.includes("crd/recursive-type"))).toEqual([]);
      if (problems.length > 0) continue;
      const document = JSON.parse(text) as OpenAPIDocument;
      for (const { spec } of crds) {
        kinds++;
        const found = spec.versions[0]?.schema.openAPIV3Schema ?? {};
        expect(schemaDifferences(document, path, spec.names.kind, found)).toEqual([]);
        // The comparison sees a schema without properties.
        expect(schemaDifferences(document, path, spec.names.kind, {})).not.toEqual([]);
      }
    }
    expect(versions.length).toBeGreaterThan(20);
    expect(kinds).toBeGreaterThan(60);
  });
});

/**
 * Returns a document with kinds that can have CustomResourceDefinitions: their group is not
 * Kubernetes' own, and the keys of lists are required.
 */
function asCustom(path: string, text: string): string {
  const own = /^apis\/(.*)\//.exec(path)?.[1] ?? "";
  const keys = new Map<string, readonly string[]>();
  const document = JSON.parse(text, (name, value: unknown) => {
    if (name === "group" && value === own) return "custom.example.com";
    const { items, "x-kubernetes-list-map-keys": required } = Object(value) as Schema;
    const reference = items?.$ref ?? items?.allOf?.[0]?.$ref;
    if (reference !== undefined && required !== undefined) keys.set(reference.replace(/.*\//, ""), required);
    return value;
  }) as OpenAPIDocument;
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => {
    const required = keys.get(name);
    return [name, required === undefined ? schema : { ...schema, required }] as const;
  });
  return JSON.stringify({ ...document, components: { schemas: Object.fromEntries(schemas) } });
}

/** Imports a document into a new project. Returns its CRDs, and the errors of the generator. */
async function generatedFrom(text: string): Promise<{ crds: readonly GeneratedCRD[]; problems: readonly string[] }> {
  const root = apiProject({ "openapi.json": text, "codegen.config.json": '{ "generators": ["crd"] }\n' });
  mkdirSync(join(root, "apis"), { recursive: true });
  const imported = await runHere(root, ["import", "openapi.json"]);
  expect(imported).toMatchObject({ status: 0 });
  const { stderr } = await runHere(root, ["apis"]);
  const problems = stderr.match(/^.* error .*$/gm) ?? [];
  const folder = join(root, "generated/crds");
  const crds =
    problems.length > 0
      ? []
      : readdirSync(folder).map((file) => parse(readFileSync(join(folder, file), "utf8")) as GeneratedCRD);
  rmSync(root, { recursive: true, force: true });
  return { crds, problems };
}

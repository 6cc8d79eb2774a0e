import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generators } from "../../generators/index.js";
import { runHere } from "../cmd/run-here.js";
import { workFolder } from "../generators/run-generated.js";
import { groupsOf } from "./hub.js";
import { writeInput } from "./input.js";
import { readVersions, type Interface, type Property, type Version } from "./source.js";

/** Markers of the conditions in certificates/v1 and v1beta1 (k8s.io/api v0.36.3 and v0.37.2). */
const markersOfConditions = {
  alpha: ["listType=map", "listMapKey=type", "optional"],
  beta: ["listType=map", "listMapKey=type", "customUnique", "optional"],
};
type Level = keyof typeof markersOfConditions;

function conditionMarkers(level: Level): string {
  const items = ["Approved", "Denied"].map((type) => `item(type: "${type}")=+k8s:zeroOrOneOfMember`);
  const wrapped = [...markersOfConditions[level], ...items].map((own) => `+k8s:${level}(since: "1.36")=+k8s:${own}`);
  return ["+listType=map", "+listMapKey=type", "+optional", ...wrapped].join("\n");
}

/**
 * Returns a version with the markers that the types of Kubernetes have, in a group that can have
 * CustomResourceDefinitions.
 */
function marked(version: Version, level: Level): Version {
  // A CustomResourceDefinition cannot describe the type of schemas, which contains itself.
  const root = version.folder === "apiextensions" ? "" : "\n+kubebuilder:object:root=true";
  const stored = version.version === "v1" && root !== "" ? "\n+kubebuilder:storageversion" : "";
  const property = (own: Property): Property => {
    if (own.name === "apiVersion" && own.type.kind === "text")
      return { ...own, type: { kind: "text", text: `"${version.folder}.example.com/${version.version}"` } };
    return version.folder === "certificates" && own.name === "conditions"
      ? { ...own, doc: `${own.doc}\n${conditionMarkers(level)}` }
      : own;
  };
  const type = (own: Interface): Interface => ({
    ...own,
    doc: isKind(own) ? `${own.doc}\n+genclient${root}${stored}` : own.doc,
    properties: own.properties.map(property),
  });
  return { ...version, interfaces: version.interfaces.map(type) };
}

function isKind({ properties }: Interface): boolean {
  const has = (wanted: string) => properties.some(({ name }) => name === wanted);
  return has("apiVersion") && has("kind") && has("metadata") && !has("items");
}

/** Returns the types of v1 as those of v1beta1. */
function asBeta(version: Version): Version {
  const property = (own: Property): Property =>
    own.name === "apiVersion" && own.type.kind === "text"
      ? { ...own, type: { kind: "text", text: own.type.text.replace("/v1", "/v1beta1") } }
      : own;
  const interfaces = version.interfaces.map((type) => ({ ...type, properties: type.properties.map(property) }));
  return { ...version, version: "v1beta1", interfaces };
}

interface Generated {
  readonly problems: readonly { readonly severity: string; readonly code: string; readonly message: string }[];
}

describe.each(["alpha", "beta"] as const)("all groups of kubernetes-types, with %s rules of certificates", (level) => {
  let work = "";
  let generated: Generated = { problems: [] };

  beforeAll(async () => {
    work = workFolder(`all-generators-${level}`);
    mkdirSync(work, { recursive: true });
    writeFileSync(join(work, "package.json"), '{ "type": "module" }\n');
    writeFileSync(
      join(work, "codegen.config.json"),
      JSON.stringify({ generators: generators.map(({ name }) => name) }),
    );
    // Conversions of older versions need hand-written functions. The second version of certificates
    // is a copy of the first.
    const newest = groupsOf(readVersions()).flatMap(({ versions }) => versions.slice(0, 1));
    const certificates = newest.filter(({ folder }) => folder === "certificates");
    const all = [...newest, ...certificates.map(asBeta)];
    writeInput(join(work, "apis"), groupsOf(all.map((version) => marked(version, level))));
    const { stdout, stderr } = await runHere(work, ["apis", "--format", "json"]);
    if (stdout === "") throw new Error(stderr);
    generated = JSON.parse(stdout) as Generated;
  }, 240_000);

  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
  });

  test("all generators write their files", () => {
    expect(generated.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test.each(["v1", "v1beta1"])("the conditions of certificates/%s have the rules of Kubernetes", (version) => {
    const text = readFileSync(join(work, "apis/certificates", version, "zz_generated.schema.ts"), "utf8");
    expect(text).toContain('kind: "zeroOrOneOf"');
    expect(text).toContain(`stability: "${level}"`);
    expect(/kind: "unique"(?![^}]*silent)/.test(text)).toBe(level === "alpha");
  });
});

import { expect, test } from "vitest";
import { crdErrors } from "../../runtime/crd/index.js";
import { generateCRDs, type Generated } from "./peer-cases.js";

/**
 * Generates the CRD of a kind whose spec has the given properties. No other generator is selected.
 * @param markers lines with more markers of the kind
 * @param ofPackage a marker of the package
 */
function generate(name: string, properties: string, markers = "", ofPackage = ""): Promise<Generated> {
  const types = `import type { JSONValue, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true
${markers} */
export interface Box extends TypeMeta<"run.example.com/v1", "Box"> {
  metadata: ObjectMeta;
  spec: BoxSpec;
}

export interface BoxSpec {
${properties}
}
`;
  const doc = `/**\n * +groupName=run.example.com\n * ${ofPackage}\n */\nexport {};\n`;
  return generateCRDs({ name: `run-${name}`, types: { "apis/run/v1/doc.ts": doc, "apis/run/v1/types.ts": types } });
}

test("a run reports the size of each CRD as information", async () => {
  const { problems, crds } = await generate("size", "  name: string;");
  const size = Buffer.byteLength(JSON.stringify(crds["run.example.com_boxes.yaml"]));
  expect(problems.map(({ code, severity, message, line }) => ({ code, severity, message, line }))).toEqual([
    {
      code: "crd/size",
      severity: "info",
      message: `the CustomResourceDefinition boxes.run.example.com has ${size} bytes; kubectl apply can store at most 262144 bytes in its annotation`,
      line: 5,
    },
  ]);
});

test("a CRD that kubectl apply cannot write into its annotation is a warning with the way out", async () => {
  const { problems } = await generate("large", `  /** ${"A long description. ".repeat(14_000)}*/\n  name: string;`);
  expect(problems.map(({ code, severity }) => ({ code, severity }))).toEqual([
    { code: "crd/too-large", severity: "warning" },
  ]);
  expect(problems[0]?.hint).toContain("kubectl apply --server-side");
});

test("a kind with exponentially many paths to a type is a mistake", async () => {
  const levels = Array.from({ length: 40 }, (_, n) => `export interface L${n} { a: L${n + 1}; b: L${n + 1}; }`);
  const { problems } = await generate("paths", `  levels: L0;\n}\n${levels.join("\n")}\nexport interface L40 {`);
  expect(problems.filter(({ severity }) => severity !== "info")).toMatchObject([
    { code: "crd/too-many-types", severity: "error", line: 5 },
  ]);
  expect(problems[0]?.message).toBe(
    "the schema of Box would contain 2,199,023,255,554 types, but the limit is 20,000: a schema contains a copy of a type for each path to the type",
  );
});

test("any value with +kubebuilder:validation:EmbeddedResource has the type object, which Kubernetes demands", async () => {
  const { crds } = await generate("any", "  /** +kubebuilder:validation:EmbeddedResource */\n  inner: JSONValue;");
  const crd = crds["run.example.com_boxes.yaml"] ?? {};
  expect(crdErrors(crd)).toEqual([]);
  expect(JSON.stringify(crd)).toContain(
    '"inner":{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}',
  );
});

test("the CRD of a folder without validation has all rules, and the mistakes of markers are reported", async () => {
  const properties = `  /** +kubebuilder:validation:MaxLength=5
   *  +k8s:neq="none" */
  name?: string;
  /** +k8s:customValidation */
  other?: string;
  /** +kubebuilder:validation:Maximum=3 */
  wrong?: string;`;
  const off = "+k8s:validation-gen=false";
  const { problems } = await generate("off", properties, "", off);
  const found = problems.filter(({ severity }) => severity !== "info").map(({ code, line }) => [code, line]);
  expect(found).toEqual([
    ["crd/lost-rule", 14],
    ["validation/wrong-type", 16],
  ]);
  const { crds } = await generate("off", properties.replace("Maximum=3", "MaxLength=3"), "", off);
  expect(JSON.stringify(crds)).toContain('"name":{"maxLength":5,"not":{"enum":["none"]},"type":"string"}');
});

test("without the generators of a server, the crd generator reports the same mistakes of markers", async () => {
  const { problems, crds } = await generate(
    "mistakes",
    `  /** +listType=map */
  keyless: Inner[];
  /** +k8s:maximum=3
   *  +kubebuilder:validation:Maximum=4 */
  twice: int32;
  /** +kubebuilder:validation:Enum=a;b
   *  +default="c" */
  foreign?: string;
  /** +default=5 */
  wrong?: string;
  /** +listType=map
   *  +listMapKey=a */
  scalars?: string[];
}

export interface Inner {
  name: string;`,
    " * +kubebuilder:subresource:scale:specpath=.spec.nope,statuspath=.status.count\n",
  );
  expect(crds).toEqual({});
  expect(problems.filter(({ severity }) => severity === "error").map(({ code, line }) => `${line} ${code}`)).toEqual([
    "4 register/scale-path",
    "4 register/scale-path",
    "12 schema/list-map-without-key",
    "15 openapi/two-values",
    "18 openapi/refused-default",
    "20 defaults/wrong-type",
    "23 schema/key-of-non-object",
  ]);
});

import { expect, test } from "vitest";
import { knownCRDs } from "../corpus/crds/crds.js";
import { apiProject } from "./api-project.js";
import { runHere } from "./run-here.js";

const crd = (spec: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: pizzas.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: pizzas, kind: Pizza}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
${spec}
`;

const wrong = `                toppings:
                  type: array
                  x-kubernetes-list-type: set
                  items:
                    type: object
                    properties: {name: {type: string}}
                size: {type: string, default: 7}
                color:
                  type: string
                  x-kubernetes-validations:
                    - rule: self.size( > 3`;

test("check-crd prints the errors of API servers with their lines, and exits with 1", async () => {
  const root = apiProject({ "pizza.yaml": crd(wrong) });
  expect(await runHere(root, ["check-crd", "pizza.yaml"])).toEqual({
    status: 1,
    stdout: "1 CustomResourceDefinition checked, 1 refused\n",
    stderr: `pizza.yaml:23:21 error crd/refused: spec.validation.openAPIV3Schema.properties[spec].properties[toppings].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set
pizza.yaml:25:47 error crd/refused: spec.validation.openAPIV3Schema.properties[spec].properties[size].default: Invalid value: "integer":  in body must be of type string: "integer"
`,
  });
});

test("check-crd accepts the CRDs of known projects, in lists, too", async () => {
  const crds = knownCRDs();
  const root = apiProject({ "all.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: crds }) });
  expect(await runHere(root, ["check-crd", "all.json"])).toEqual({
    status: 0,
    stdout: `${String(crds.length)} CustomResourceDefinitions checked, 0 refused\n`,
    stderr: "",
  });
});

test("check-crd reports unknown fields and wrong types, and warns of those that API servers ignore", async () => {
  const root = apiProject({
    "fields.yaml": crd(`                size: {type: string, patern: a}
                list: {type: array, items: {type: string, maxlength: 3}}`),
    "types.yaml": crd("                size: {type: string, maxLength: three}"),
  });
  const { status, stderr } = await runHere(root, ["check-crd", "fields.yaml", "types.yaml"]);
  expect(status).toBe(1);
  expect(stderr)
    .toBe(`fields.yaml:19:46 error crd/unknown-field: unknown field "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.patern"
fields.yaml:20:70 warning crd/unknown-field: unknown field "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.list.items.maxlength"
    API servers ignore the value without an error
types.yaml:19:49 error crd/wrong-type: spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.maxLength must be a whole number
`);
});

test("check-crd reports other versions of the API, and files without a definition", async () => {
  const root = apiProject({
    "old.yaml": "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\n",
    "pod.yaml": "apiVersion: v1\nkind: Pod\n",
  });
  expect(await runHere(root, ["check-crd", "old.yaml", "pod.yaml"])).toEqual({
    status: 1,
    stdout: "1 CustomResourceDefinition checked, 1 refused\n",
    stderr: `old.yaml:1:13 error crd/api-version: API servers serve only the apiVersion apiextensions.k8s.io/v1, not apiextensions.k8s.io/v1beta1
pod.yaml:1:1 warning crd/no-definition: the file has no CustomResourceDefinition
`,
  });
  expect(await runHere(root, ["check-crd", "pod.yaml"])).toEqual({
    status: 1,
    stdout: "",
    stderr: "pod.yaml:1:1 error crd/no-definition: the file has no CustomResourceDefinition\n",
  });
});

test("check-crd prints JSON, SARIF and annotations of GitHub", async () => {
  const root = apiProject({ "pizza.yaml": crd("                size: {type: string, default: 7}") });
  const printed = async (format: string) =>
    (await runHere(root, ["check-crd", "--format", format, "pizza.yaml"])).stdout;
  const json = JSON.parse(await printed("json")) as { readonly problems: readonly object[] };
  expect(json.problems).toEqual([
    expect.objectContaining({ code: "crd/refused", severity: "error", file: "pizza.yaml", line: 19, column: 47 }),
  ]);
  const sarif = JSON.parse(await printed("sarif")) as {
    readonly runs: readonly { readonly results: readonly object[] }[];
  };
  expect(sarif.runs[0]?.results).toEqual([expect.objectContaining({ ruleId: "crd/refused", level: "error" })]);
  expect(await printed("github")).toMatch(/^::error file=pizza\.yaml,line=19,col=47,title=crd\/refused::.*\n$/);
});

test("a rule without an expression, and a wrong constant in a rule, are errors at their places", async () => {
  const rules = `                size: {type: integer, default: 3, x-kubernetes-validations: [{message: small}]}
                width: {type: integer, x-kubernetes-validations: [{rule: self > int('a')}]}`;
  const root = apiProject({ "pizza.yaml": crd(rules) });
  const { status, stderr } = await runHere(root, ["check-crd", "pizza.yaml"]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^pizza\.yaml:19:78 error crd\/refused: .*rule: Required value: rule is not specified$/m);
  expect(stderr).toMatch(/^pizza\.yaml:20:74 error cel\/type: .*: program instantiation failed: /m);
});

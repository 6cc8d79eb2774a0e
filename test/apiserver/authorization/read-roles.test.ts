import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readFolder } from "../../../apiserver/authorization/rbac/read-folder.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-roles-"));
  return () => {
    rmSync(folder, { recursive: true });
  };
});

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
};
/** Returns the problems of a file, without the path of the folder. */
async function problems(text: string, name = "a.yaml"): Promise<readonly string[]> {
  write(name, text);
  return readFolder(folder).then(
    () => [],
    (error: unknown) => (error as Error).message.replaceAll(`${folder}/`, "").split("\n"),
  );
}

const head = (kind: string, more = "") => `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata: {name: a${more}}
`;

describe("files with roles", () => {
  test("all objects are read, of several documents, lists and files", async () => {
    write(
      "b.yaml",
      `# a comment
---
${head("ClusterRole")}rules:
- {apiGroups: [""], resources: ["*"], verbs: &v [get, "*"]}
- nonResourceURLs: [/x/*]
  verbs: *v
---
---
apiVersion: v1
kind: List
items:
- apiVersion: rbac.authorization.k8s.io/v1
  kind: RoleBinding
  metadata: {name: b, namespace: kitchen, labels: {a: b}, creationTimestamp: null, uid: "7"}
  roleRef: {kind: Role, name: cook}
  subjects:
  - {kind: ServiceAccount, name: oven}
  - {kind: User, name: bob, apiGroup: rbac.authorization.k8s.io}
`,
    );
    write(
      "a.json",
      JSON.stringify({
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "Role",
        metadata: { name: "cook", namespace: "kitchen" },
        rules: [{ apiGroups: ["x"], resources: ["y"], resourceNames: ["z"], verbs: ["get"] }],
      }),
    );
    write("ignored.txt", "nonsense: [");
    write(".hidden.yaml", "nonsense: [");
    mkdirSync(join(folder, "sub.yaml.d"));
    const { roles, roleBindings, clusterRoles, clusterRoleBindings } = await readFolder(folder);
    const rule = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };
    expect(roles).toEqual([
      {
        namespace: "kitchen",
        name: "cook",
        labels: {},
        rules: [{ ...rule, apiGroups: ["x"], resources: ["y"], resourceNames: ["z"], verbs: ["get"] }],
      },
    ]);
    expect(roleBindings).toEqual([
      {
        namespace: "kitchen",
        name: "b",
        roleRef: { kind: "Role", name: "cook" },
        subjects: [
          { kind: "ServiceAccount", name: "oven", namespace: "" },
          { kind: "User", name: "bob", namespace: "" },
        ],
      },
    ]);
    expect(clusterRoles.find(({ name }) => name === "a")?.rules).toEqual([
      { ...rule, apiGroups: [""], resources: ["*"], verbs: ["get", "*"] },
      { ...rule, nonResourceURLs: ["/x/*"], verbs: ["get", "*"] },
    ]);
    expect(clusterRoles.map(({ name }) => name)).toContain("system:discovery");
    expect(clusterRoleBindings.map(({ name }) => name)).toContain("system:basic-user");
  });

  test("an object in a file replaces the default object with its name", async () => {
    write("a.yaml", `${head("ClusterRole").replace("name: a", 'name: "system:discovery"')}rules: []\n`);
    const found = (await readFolder(folder)).clusterRoles.filter(({ name }) => name === "system:discovery");
    expect(found.map(({ rules }) => rules)).toEqual([[]]);
  });

  test.each<readonly [title: string, text: string, problems: readonly string[]]>([
    [
      "YAML that cannot be parsed",
      "a: [\n",
      ["a.yaml:2:1: Flow sequence in block collection must be sufficiently indented and end with a ]"],
    ],
    [
      "a duplicate key",
      `${head("Role", ", namespace: x")}rules: []\nrules: []\n`,
      ["a.yaml:5:1: Map keys must be unique"],
    ],
    ["a text as document", "hello", ["a.yaml:1:1: the document must be a mapping"]],
    [
      "another kind",
      "apiVersion: v1\nkind: Pod\n",
      [
        'a.yaml:1:1: kind "Pod" of apiVersion "v1": only Role, ClusterRole, RoleBinding, ClusterRoleBinding of rbac.authorization.k8s.io/v1 are supported',
      ],
    ],
    [
      "another version, in the second document",
      "---\n---\napiVersion: rbac.authorization.k8s.io/v1beta1\nkind: Role\n",
      [
        'a.yaml:3:1: kind "Role" of apiVersion "rbac.authorization.k8s.io/v1beta1": only Role, ClusterRole, RoleBinding, ClusterRoleBinding of rbac.authorization.k8s.io/v1 are supported',
      ],
    ],
    [
      "a misspelt field, which would widen the rule",
      `${head("ClusterRole")}rules:\n- apiGroups: [""]\n  resources: [pizzas]\n  resourceName: [a]\n  verbs: [get]\n`,
      ['a.yaml:7:3: unknown field "rules[0].resourceName"'],
    ],
    [
      "values of the wrong types",
      `${head("ClusterRole")}rules:\n- apiGroups: ""\n  resources: [1]\n  verbs: [on]\n- text\n`,
      [
        "a.yaml:8:3: rules[1] must be a mapping",
        "a.yaml:7:11: rules[0].verbs[0] must be a string",
        "a.yaml:5:14: rules[0].apiGroups must be a list",
        "a.yaml:6:15: rules[0].resources[0] must be a string",
        "a.yaml:5:3: rules[0].apiGroups: Required value: resource rules must supply at least one api group",
      ],
    ],
    [
      "rules that Kubernetes refuses",
      `${head("Role", ", namespace: x")}rules:\n- {}\n- {verbs: [get], nonResourceURLs: [/x], resources: [x]}\n`,
      [
        "a.yaml:5:3: rules[0].verbs: Required value: verbs must contain at least one value",
        "a.yaml:5:3: rules[0].apiGroups: Required value: resource rules must supply at least one api group",
        "a.yaml:5:3: rules[0].resources: Required value: resource rules must supply at least one resource",
        "a.yaml:6:3: rules[1].nonResourceURLs: Invalid value: namespaced rules cannot apply to non-resource URLs",
        "a.yaml:6:3: rules[1].nonResourceURLs: Invalid value: rules cannot apply to both regular resources and non-resource URLs",
      ],
    ],
    [
      "wrong metadata",
      `${head("Role")}---\n${head("ClusterRole", ", namespace: x")}---\n${head("ClusterRole").replace("name: a", "name: a/b")}---\n${head("Role", ", namespace: X Y")}---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\n`,
      [
        "a.yaml:3:11: metadata.namespace: Required value",
        "a.yaml:7:32: metadata.namespace: Forbidden: not allowed on this type",
        `a.yaml:11:18: metadata.name: Invalid value: "a/b": may not contain '/'`,
        "a.yaml:15:32: metadata.namespace: Invalid value: \"X Y\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
        "a.yaml:17:1: metadata: Required value",
      ],
    ],
    [
      "wrong bindings",
      `${head("ClusterRoleBinding")}roleRef: {kind: Role, name: x, apiGroup: w}\nsubjects:\n- {kind: Users, name: x}\n- {kind: Group, name: "", apiGroup: x}\n- {kind: ServiceAccount, name: A_b, apiGroup: rbac.authorization.k8s.io}\n---\n${head("RoleBinding", ", namespace: x")}`,
      [
        'a.yaml:4:42: roleRef.apiGroup: Unsupported value: "w": supported values: "rbac.authorization.k8s.io"',
        'a.yaml:4:17: roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
        'a.yaml:6:10: subjects[0].kind: Unsupported value: "Users": supported values: "ServiceAccount", "User", "Group"',
        "a.yaml:7:23: subjects[1].name: Required value",
        'a.yaml:7:37: subjects[1].apiGroup: Unsupported value: "x": supported values: "rbac.authorization.k8s.io"',
        'a.yaml:8:47: subjects[2].apiGroup: Unsupported value: "rbac.authorization.k8s.io": supported values: ""',
        expect.stringMatching(
          /^a\.yaml:8:32: subjects\[2\]\.name: Invalid value: "A_b": a lowercase RFC 1123 subdomain/,
        ),
        "a.yaml:8:3: subjects[2].namespace: Required value",
        "a.yaml:10:1: roleRef: Required value",
      ],
    ],
    [
      "wrong aggregations",
      `${head("ClusterRole")}aggregationRule: {}\n---\n${head("ClusterRole").replace("a}", "b}")}aggregationRule:\n  clusterRoleSelectors:\n  - matchExpressions: [{key: a, operator: Near}]\n`,
      [
        "a.yaml:4:18: aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil",
        'a.yaml:11:5: aggregationRule.clusterRoleSelectors[0]: Invalid value: "Near" is not a valid label selector operator',
      ],
    ],
    [
      "an object that exists twice",
      `${head("ClusterRole")}---\n${head("ClusterRole")}`,
      [`a.yaml:5:1: ClusterRole "a" is already defined at FOLDER/a.yaml:1:1`],
    ],
  ])("%s is a problem with its position", async (_, text, expected) => {
    expect(await problems(text)).toEqual(
      expected.map((each) => (typeof each === "string" ? each.replace("FOLDER/", "") : each)),
    );
  });

  test("all problems of all files are reported together", async () => {
    write("b.yml", "kind: 7\n");
    expect((await problems("- x\n")).map((line) => line.split(": ", 1)[0])).toEqual([
      "a.yaml:1:1",
      "b.yml:1:7",
      "b.yml:1:1",
    ]);
  });
});

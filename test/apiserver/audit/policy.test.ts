import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { policyEvaluator, type Audited } from "../../../apiserver/audit/policy/evaluate.js";
import { readPolicyFile } from "../../../apiserver/audit/policy/read-policy.js";
import { parseRequestInfo } from "../../../apiserver/request/request-info.js";

const folder = mkdtempSync(join(tmpdir(), "apimachinery-policy-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const file = join(folder, "policy.yaml");
const head = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";

function read(text: string) {
  writeFileSync(file, text);
  return readPolicyFile(file);
}

async function problems(text: string): Promise<readonly string[]> {
  return read(text).then(
    () => [],
    (error: unknown) => (error as Error).message.replaceAll(`${folder}/`, "").split("\n"),
  );
}

function request(method: string, path: string, user = "tim", groups: readonly string[] = ["humans"]): Audited {
  const [escaped = "", query = ""] = path.split("?");
  const info = parseRequestInfo(method, escaped, new URLSearchParams(query), path);
  return { path: escaped, info, user: { name: user, groups, extra: {} } };
}

const pods = (rest: string) => request("GET", `/api/v1/namespaces/default/pods${rest}`);
const nodes = request("GET", "/api/v1/nodes");
const scale = request("GET", "/apis/apps/v1/namespaces/default/deployments/d/scale");
const health = request("GET", "/healthz/etcd");

describe("rules match as in Go", () => {
  test.each([
    ["{level: Metadata}", health, true],
    ["{level: Metadata, users: [tim]}", nodes, true],
    ["{level: Metadata, users: [tom]}", nodes, false],
    ["{level: Metadata, userGroups: [humans, x]}", nodes, true],
    ["{level: Metadata, userGroups: [robots]}", nodes, false],
    ["{level: Metadata, users: [tim], userGroups: [robots]}", nodes, false],
    ["{level: Metadata, verbs: [list]}", nodes, true],
    ["{level: Metadata, verbs: [get]}", nodes, false],
    ['{level: Metadata, verbs: ["*"]}', nodes, false],
    ["{level: Metadata, namespaces: [default]}", pods("/a"), true],
    ["{level: Metadata, namespaces: [other]}", pods("/a"), false],
    ['{level: Metadata, namespaces: [""]}', nodes, true],
    ['{level: Metadata, namespaces: [""]}', health, false],
    ["{level: Metadata, resources: [{}]}", nodes, true],
    ["{level: Metadata, resources: [{}]}", scale, false],
    ["{level: Metadata, resources: [{}]}", health, false],
    ['{level: Metadata, resources: [{group: "*"}]}', scale, true],
    ["{level: Metadata, resources: [{group: apps, resources: [deployments]}]}", scale, false],
    ["{level: Metadata, resources: [{group: apps, resources: [deployments/scale]}]}", scale, true],
    ['{level: Metadata, resources: [{group: apps, resources: ["deployments/*"]}]}', scale, true],
    ['{level: Metadata, resources: [{group: apps, resources: ["*/scale"]}]}', scale, true],
    ['{level: Metadata, resources: [{group: apps, resources: ["*/status"]}]}', scale, false],
    ['{level: Metadata, resources: [{group: apps, resources: ["*"]}]}', scale, true],
    ['{level: Metadata, resources: [{resources: ["pods/*"]}]}', pods("/a"), true],
    ['{level: Metadata, resources: [{resources: ["*/log"]}]}', pods("/a"), false],
    ["{level: Metadata, resources: [{resources: [pods], resourceNames: [a]}]}", pods("/a"), true],
    ["{level: Metadata, resources: [{resources: [pods], resourceNames: [b]}]}", pods("/a"), false],
    ['{level: Metadata, nonResourceURLs: ["/healthz*"]}', health, true],
    ['{level: Metadata, nonResourceURLs: ["/healthz"]}', health, false],
    ['{level: Metadata, nonResourceURLs: ["*"]}', health, true],
    ['{level: Metadata, nonResourceURLs: ["*"]}', nodes, false],
  ])("%s", async (rule, given, matches) => {
    const policy = await read(`${head}rules:\n- ${rule}\n`);
    expect(policyEvaluator(policy)(given).level).toBe(matches ? "Metadata" : "None");
  });

  test("the first matching rule decides; its stages are added to those of the policy", async () => {
    const evaluate = policyEvaluator(
      await read(`${head}omitStages: [Panic]
omitManagedFields: true
rules:
- {level: Request, users: [tim], omitStages: [RequestReceived], omitManagedFields: false}
- {level: Metadata, users: [tim, tom]}
`),
    );
    const tim = { level: "Request", omitStages: new Set(["Panic", "RequestReceived"]), omitManagedFields: false };
    expect(evaluate(nodes)).toEqual(tim);
    const tom = { level: "Metadata", omitStages: new Set(["Panic"]), omitManagedFields: true };
    expect(evaluate({ ...nodes, user: { name: "tom", groups: [], extra: {} } })).toEqual(tom);
  });
});

describe("problems of a policy have positions", () => {
  test.each([
    ["", ["policy.yaml:1:1: the file must contain a Policy of audit.k8s.io/v1"]],
    ["- a", ["policy.yaml:1:1: the document must be a mapping"]],
    [head, ["policy.yaml:1:1: loaded illegal policy with 0 rules"]],
    [`${head}rules: []\n`, ["policy.yaml:3:8: loaded illegal policy with 0 rules"]],
    [
      "apiVersion: audit.k8s.io/v1beta1\nkind: Policy\nrules: [{level: None}]\n",
      [
        'policy.yaml:1:1: kind "Policy" of apiVersion "audit.k8s.io/v1beta1": the file must contain a Policy of audit.k8s.io/v1',
      ],
    ],
    [
      `${head}rules:
- level: Everything
  omitStages: [Later]
- user: [tim]
- level: None
  nonResourceURLs: [healthz, "/a*b"]
- level: None
  nonResourceURLs: [/x]
  namespaces: [ns]
  resources:
  - {group: apps/v1, resources: [a]}
  - {resourceNames: [x]}
  omitManagedFields: perhaps
`,
      [
        'policy.yaml:6:3: unknown field "rules[1].user"',
        'policy.yaml:4:10: rules[0].level: Unsupported value: "Everything": supported values: "None", "Metadata", "Request", "RequestResponse"',
        'policy.yaml:5:15: rules[0].omitStages[0]: Invalid value: "Later": allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic',
        "policy.yaml:6:3: rules[1].level: Required value",
        `policy.yaml:8:20: rules[2].nonResourceURLs[0]: Invalid value: "healthz": non-resource URL rules must begin with a '/' character`,
        `policy.yaml:8:20: rules[2].nonResourceURLs[1]: Invalid value: "/a*b": non-resource URL wildcards '*' must be the final character of the rule`,
        "policy.yaml:13:13: rules[3].resources[0].group: Invalid value: \"apps/v1\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
        'policy.yaml:14:21: rules[3].resources[1].resourceNames: Invalid value: ["x"]: using resourceNames requires at least one resource',
        "policy.yaml:15:22: rules[3].omitManagedFields must be true or false",
        'policy.yaml:10:20: rules[3].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
      ],
    ],
  ])("%j", async (text, expected) => {
    const [first = "", ...others] = expected;
    expect(await problems(text)).toEqual([`loading audit policy file: ${first}`, ...others]);
  });

  test("a missing file is an error with its path", async () => {
    await expect(readPolicyFile("/none/policy.yaml")).rejects.toThrow(
      'loading audit policy file: failed to read file path "/none/policy.yaml": ENOENT',
    );
  });
});

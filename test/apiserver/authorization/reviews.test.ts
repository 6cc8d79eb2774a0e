import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StatusError, type RESTClient } from "@apimachinery/client";
import { ClusterPeer } from "../cluster/cluster-peer.js";
import { Scheme } from "@apimachinery/runtime";
import { authorizationGroup } from "../../../apiserver/groups/authorization/authorization-group.js";
import { InProcessServer } from "../harness.js";
import { StartedServer } from "./started-server.js";

const roles = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: cook}
rules:
- {apiGroups: [restaurant.programming-kubernetes.info], resources: [pizzas, pizzas/status], verbs: [get, list]}
- {nonResourceURLs: [/metrics], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: cooks, namespace: kitchen}
roleRef: {kind: ClusterRole, name: cook}
subjects: [{kind: User, name: bob}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: gone}
roleRef: {kind: ClusterRole, name: gone}
subjects: [{kind: User, name: eve}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reviewer}
rules:
- {apiGroups: [authorization.k8s.io], resources: [subjectaccessreviews, localsubjectaccessreviews], verbs: [create]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: reviewers}
roleRef: {kind: ClusterRole, name: reviewer}
subjects: [{kind: User, name: reviewer}]
`;

let folder = "";
let server: StartedServer;
let bob: RESTClient;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-reviews-"));
  writeFileSync(join(folder, "roles.yaml"), roles);
  server = await StartedServer.with(["--authorization-mode=RBAC", `--authorization-rbac-dir=${folder}`]);
  bob = await server.as("bob", "cooks");
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const authorization = "/apis/authorization.k8s.io/v1";
interface Answered {
  readonly status?: unknown;
  readonly [key: string]: unknown;
}
async function ask(client: RESTClient, path: string, object: object): Promise<Answered> {
  const [, , group = "", version = ""] = path.split("/");
  const kinds: Readonly<Record<string, string>> = {
    selfsubjectaccessreviews: "SelfSubjectAccessReview",
    selfsubjectrulesreviews: "SelfSubjectRulesReview",
    subjectaccessreviews: "SubjectAccessReview",
    localsubjectaccessreviews: "LocalSubjectAccessReview",
    selfsubjectreviews: "SelfSubjectReview",
  };
  const kind = kinds[path.slice(path.lastIndexOf("/") + 1)];
  const text = await client.text({
    method: "POST",
    path,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ apiVersion: `${group}/${version}`, kind, ...object }),
  });
  return JSON.parse(text) as Answered;
}
const canI = async (client: RESTClient, resourceAttributes: object) =>
  (await ask(client, `${authorization}/selfsubjectaccessreviews`, { spec: { resourceAttributes } })).status;
const noRules = { resourceRules: [], nonResourceRules: [], errors: [], isIncomplete: false };
const message = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => (error as Error).message);
const pizzas = { group: "restaurant.programming-kubernetes.info", resource: "pizzas", namespace: "kitchen" };

describe("who am I", () => {
  test("the answer has name, groups and extra values of the user", async () => {
    const review = await ask(bob, "/apis/authentication.k8s.io/v1/selfsubjectreviews", {});
    expect(review).toEqual({
      apiVersion: "authentication.k8s.io/v1",
      kind: "SelfSubjectReview",
      metadata: { creationTimestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string },
      status: {
        userInfo: {
          username: "bob",
          groups: ["cooks", "system:authenticated"],
          extra: {
            "authentication.kubernetes.io/credential-id": [
              expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/) as string,
            ],
          },
        },
      },
    });
  });
});

describe("may I", () => {
  test("the answer is the decision of the authorizers, with its reason", async () => {
    expect(await canI(bob, { ...pizzas, verb: "list" })).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by RoleBinding "cooks/kitchen" of ClusterRole "cook" to User "bob"',
    });
    expect(await canI(bob, { ...pizzas, verb: "get", subresource: "status" })).toMatchObject({ allowed: true });
    expect(await canI(bob, { ...pizzas, verb: "delete" })).toEqual({ allowed: false });
    expect(await canI(bob, { ...pizzas, verb: "list", namespace: "garden" })).toEqual({ allowed: false });
    expect(await canI(await server.as("eve"), { ...pizzas, verb: "list" })).toEqual({
      allowed: false,
      reason: 'rbac: RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found',
    });
    expect(await canI(await server.as("root", "system:masters"), { verb: "*", resource: "*", group: "*" })).toEqual({
      allowed: true,
    });
  });

  test("paths without a resource", async () => {
    const path = async (name: string, verb: string) =>
      (
        await ask(bob, `${authorization}/selfsubjectaccessreviews`, {
          spec: { nonResourceAttributes: { path: name, verb } },
        })
      ).status;
    expect(await path("/version", "get")).toMatchObject({ allowed: true });
    expect(await path("/version", "post")).toEqual({ allowed: false });
  });

  test("selectors that cannot be used are reported", async () => {
    const selectors = (fieldSelector: object, labelSelector: object) =>
      canI(bob, { ...pizzas, verb: "list", fieldSelector, labelSelector });
    expect(await selectors({ rawSelector: "a" }, { rawSelector: "=" })).toMatchObject({
      allowed: true,
      evaluationError:
        "spec.resourceAttributes.fieldSelector ignored due to parse error; spec.resourceAttributes.labelSelector ignored due to parse error",
    });
    const known = { key: "a", operator: "In", values: ["b"] };
    const unknown = { key: "a", operator: "Near", values: ["b"] };
    expect(await selectors({ requirements: [known, unknown] }, { requirements: [unknown, known] })).toMatchObject({
      evaluationError:
        "spec.resourceAttributes.fieldSelector partially ignored due to parse error; spec.resourceAttributes.labelSelector partially ignored due to parse error",
    });
    expect(await selectors({ rawSelector: "a=b" }, { requirements: [known] })).not.toHaveProperty("evaluationError");
  });

  test.each<readonly [spec: object, message: string]>([
    [
      {},
      'SelfSubjectAccessReview.authorization.k8s.io "" is invalid: spec: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ],
    [
      { resourceAttributes: { fieldSelector: {} } },
      'SelfSubjectAccessReview.authorization.k8s.io "" is invalid: spec.resourceAttributes.fieldSelector.requirements: Required value: when spec.resourceAttributes.fieldSelector is specified, requirements or rawSelector is required',
    ],
    [
      { resourceAttributes: { labelSelector: { rawSelector: "a", requirements: [{ key: "a", operator: "Exists" }] } } },
      'SelfSubjectAccessReview.authorization.k8s.io "" is invalid: spec.resourceAttributes.labelSelector.rawSelector: Invalid value: "a": may not specified at the same time as requirements',
    ],
  ])("the invalid question %o is refused", async (spec, expected) => {
    expect(await message(ask(bob, `${authorization}/selfsubjectaccessreviews`, { spec }))).toBe(expected);
  });
});

describe("questions in protobuf", () => {
  /** Returns a field of the wire format with a text or a message. */
  const field = (number: number, value: string | Buffer) => {
    const bytes = Buffer.from(value as string);
    return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
  };
  const kind = Buffer.concat([field(1, "authorization.k8s.io/v1"), field(2, "SelfSubjectAccessReview")]);
  const question = (object: Buffer) =>
    Buffer.concat([Buffer.from("k8s\0", "latin1"), field(1, kind), field(2, object)]);
  const metadata = field(1, Buffer.concat([field(1, ""), Buffer.from([7 * 8, 0]), field(8, "")]));
  const listPizzas = field(
    1,
    Buffer.concat([field(1, "kitchen"), field(2, "list"), field(3, pizzas.group), field(5, "pizzas")]),
  );
  const inProcess = new InProcessServer({
    user: { name: "bob", groups: [], extra: {} },
    groups: [() => authorizationGroup(new Scheme("authorization"), () => noRules)],
    config: { authorizers: [({ info }) => (info.verb === "list" && info.resource !== "pizzas" ? "deny" : "allow")] },
  });
  const send = async (bytes: Buffer, type = "application/vnd.kubernetes.protobuf") => {
    const response = await inProcess.response("POST", `${authorization}/selfsubjectaccessreviews`, {
      headers: { "content-type": type },
      bytes,
    });
    return [response.status, String(response.body)] as const;
  };

  test("are answered", async () => {
    const [status, text] = await send(question(Buffer.concat([metadata, field(2, listPizzas)])));
    expect([status, JSON.parse(text)]).toMatchObject([
      201,
      {
        spec: { resourceAttributes: { ...pizzas, verb: "list" } },
        status: { allowed: true },
      },
    ]);
  });

  test.each([
    ["another prefix", Buffer.from("k9s\0"), "expected prefix"],
    ["JSON", Buffer.from("{}"), "expected prefix"],
    ["an incomplete field", question(field(2, listPizzas)).subarray(0, 60), "unexpected EOF"],
    [
      "a length beyond the end",
      Buffer.concat([question(Buffer.alloc(0)), Buffer.from([0x12, 0xff, 0xff, 0x7f])]),
      "unexpected EOF",
    ],
    ["an endless number", Buffer.concat([question(Buffer.alloc(0)), Buffer.alloc(20, 0xff)]), "integer overflow"],
    [
      "an unknown wire type",
      Buffer.concat([question(Buffer.alloc(0)), Buffer.from([0x13])]),
      "wrong wireType = 3 for field raw",
    ],
    ["no spec", question(Buffer.alloc(0)), "exactly one of nonResourceAttributes"],
    ["a name", question(Buffer.concat([field(1, field(1, "a")), field(2, listPizzas)])), "must be empty"],
  ])("%s is refused", async (_, bytes, expected) => {
    const [status, text] = await send(bytes);
    expect([400, 422]).toContain(status);
    expect(text).toContain(expected);
  });

  test("random bytes never fail with another code", async () => {
    const random = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(Math.random() * 256)));
    for (let count = 0; count < 300; count++) {
      const bytes = Buffer.concat([question(random(count % 40)), random(count % 3)]);
      const [status, text] = await send(bytes);
      expect([201, 400, 422], `${bytes.toString("hex")} ${text}`).toContain(status);
    }
  });
});

describe("which rules apply to me", () => {
  test("the answer has the rules of the namespace and of the whole server", async () => {
    const { status } = await ask(bob, `${authorization}/selfsubjectrulesreviews`, { spec: { namespace: "kitchen" } });
    expect(status).toMatchObject({ incomplete: false });
    const { resourceRules, nonResourceRules } = status as {
      readonly resourceRules: readonly object[];
      readonly nonResourceRules: readonly { readonly nonResourceURLs: readonly string[] }[];
    };
    expect(resourceRules).toContainEqual({
      verbs: ["get", "list"],
      apiGroups: ["restaurant.programming-kubernetes.info"],
      resources: ["pizzas", "pizzas/status"],
    });
    expect(nonResourceRules.map(({ nonResourceURLs }) => nonResourceURLs).flat()).toContain("/metrics");
    expect(nonResourceRules.map(({ nonResourceURLs }) => nonResourceURLs).flat()).toContain("/apis/*");
  });

  test("missing roles are an error in the answer, a missing namespace is a 400", async () => {
    const eve = await server.as("eve");
    const { status } = await ask(eve, `${authorization}/selfsubjectrulesreviews`, { spec: { namespace: "kitchen" } });
    expect(status).toMatchObject({
      evaluationError: 'clusterrole.rbac.authorization.k8s.io "gone" not found',
      incomplete: false,
    });
    expect(await message(ask(eve, `${authorization}/selfsubjectrulesreviews`, { spec: {} }))).toBe(
      "no namespace on request",
    );
  });
});

describe("may another user", () => {
  const local = `${authorization}/namespaces/kitchen/localsubjectaccessreviews`;
  const spec = { user: "bob", resourceAttributes: { ...pizzas, verb: "list" } };

  test("users with the permission can ask for others", async () => {
    const reviewer = await server.as("reviewer");
    const path = `${authorization}/subjectaccessreviews`;
    expect((await ask(reviewer, path, { spec })).status).toMatchObject({ allowed: true });
    expect((await ask(reviewer, path, { spec: { ...spec, user: "alice" } })).status).toEqual({ allowed: false });
    expect((await ask(reviewer, path, { spec: { ...spec, user: "", groups: ["system:masters"] } })).status).toEqual({
      allowed: true,
    });
    expect((await ask(reviewer, local, { spec })).status).toMatchObject({ allowed: true });
    expect(await message(ask(bob, path, { spec }))).toContain(
      'User "bob" cannot create resource "subjectaccessreviews"',
    );
  });

  test("invalid questions are refused", async () => {
    const reviewer = await server.as("reviewer");
    expect(
      await message(ask(reviewer, `${authorization}/subjectaccessreviews`, { spec: {}, metadata: { name: "x" } })),
    ).toMatch(
      /is invalid: \[spec: Invalid value: .*, spec\.user: Invalid value: "": at least one of user or group must be specified, metadata: Invalid value: .*must be empty\]$/,
    );
    const other = { user: "bob", resourceAttributes: { ...pizzas, namespace: "garden" } };
    expect(await message(ask(reviewer, local, { spec: other }))).toContain("must match metadata.namespace");
    expect(await message(ask(reviewer, local, { spec: { user: "bob", nonResourceAttributes: {} } }))).toContain(
      "disallowed on this kind of request",
    );
  });
});

describe("the resources of questions", () => {
  test("discovery lists them with the verb create only", async () => {
    const list = JSON.parse(await bob.text({ method: "GET", path: authorization })) as {
      readonly resources: readonly object[];
    };
    expect(list.resources).toEqual(
      [
        ["localsubjectaccessreview", true, "LocalSubjectAccessReview"],
        ["selfsubjectaccessreview", false, "SelfSubjectAccessReview"],
        ["selfsubjectrulesreview", false, "SelfSubjectRulesReview"],
        ["subjectaccessreview", false, "SubjectAccessReview"],
      ].map(([singularName, namespaced, kind]) => ({
        name: `${String(singularName)}s`,
        singularName,
        namespaced,
        kind,
        verbs: ["create"],
      })),
    );
  });

  test("OpenAPI has one operation for each of them", async () => {
    const document = JSON.parse(await bob.text({ method: "GET", path: `/openapi/v3${authorization}` })) as {
      readonly paths: Readonly<Record<string, object>>;
    };
    const paths = Object.entries(document.paths).filter(([path]) => path.includes("reviews"));
    expect(Object.fromEntries(paths.map(([path, item]) => [path, Object.keys(item)]))).toEqual({
      [`${authorization}/namespaces/{namespace}/localsubjectaccessreviews`]: ["post", "parameters"],
      [`${authorization}/selfsubjectaccessreviews`]: ["post", "parameters"],
      [`${authorization}/selfsubjectrulesreviews`]: ["post", "parameters"],
      [`${authorization}/subjectaccessreviews`]: ["post", "parameters"],
    });
    expect(JSON.parse(await bob.text({ method: "GET", path: "/openapi/v2" }))).toHaveProperty("paths");
  });

  test("they can neither be read nor deleted", async () => {
    const root = await server.as("root", "system:masters");
    const code = async (method: string, path: string) =>
      root.text({ method, path }).then(
        () => 200,
        (error: unknown) => (error instanceof StatusError ? error.code : 0),
      );
    expect(await code("GET", `${authorization}/subjectaccessreviews`)).toBe(405);
    expect(await code("DELETE", `${authorization}/subjectaccessreviews`)).toBe(405);
    expect(await code("GET", `${authorization}/subjectaccessreviews/a`)).toBe(404);
    expect(await code("GET", `${authorization}/localsubjectaccessreviews`)).toBe(404);
    expect(await code("POST", `${authorization}/watch/subjectaccessreviews`)).toBe(404);
  });

  test("a cluster answers the questions about the tasks that are delegated to it", async () => {
    const peer = await ClusterPeer.start();
    const delegated = await StartedServer.with([`--authorization-kubeconfig=${peer.kubeconfig()}`]);
    const root = await delegated.as("root", "system:masters");
    const { groups } = JSON.parse(await root.text({ method: "GET", path: "/apis" })) as {
      readonly groups: readonly { readonly name: string }[];
    };
    expect(groups.map(({ name }) => name)).toEqual(["restaurant.programming-kubernetes.info", "authentication.k8s.io"]);
    await delegated.stop();
    await peer.close();
  });
});

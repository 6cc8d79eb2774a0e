import { describe, expect, test } from "vitest";
import type { User } from "@apimachinery/apiserver";
import { RolePolicy } from "../../../apiserver/authorization/rbac/policy.js";
import { defaultObjects } from "../../../apiserver/authorization/rbac/default-objects.js";
import { rbacAuthorizer } from "../../../apiserver/authorization/rbac/rbac-authorizer.js";
import { readObjects } from "../../../apiserver/authorization/rbac/read-objects.js";
import type { Binding, RBACObjects, RBACRole } from "../../../apiserver/authorization/rbac/objects.js";
import { notYetParsed, type RequestInfo } from "../../../apiserver/request/request-info.js";

/** Returns the objects of a YAML text without its default objects. */
function objectsIn(text: string): RBACObjects {
  const problems: string[] = [];
  const found = readObjects("text", text, problems);
  expect(problems).toEqual([]);
  const of = <T>(kind: string) => found.filter((each) => each.kind === kind).map(({ object }) => object as T);
  return {
    roles: of<RBACRole>("Role"),
    clusterRoles: of<RBACRole>("ClusterRole"),
    roleBindings: of<Binding>("RoleBinding"),
    clusterRoleBindings: of<Binding>("ClusterRoleBinding"),
  };
}

const bob: User = { name: "bob", groups: ["cooks", "system:authenticated"], extra: {} };
const resource = (info: Partial<RequestInfo>): RequestInfo => ({
  ...notYetParsed,
  isResourceRequest: true,
  verb: "get",
  group: "restaurant",
  resource: "pizzas",
  ...info,
});
const path = (name: string, verb = "get"): RequestInfo => ({ ...notYetParsed, path: name, verb });

const head = (kind: string, name: string, more = "") =>
  `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: {name: ${name}${more}}\n`;
const role = (rules: string) => `${head("ClusterRole", "one")}rules: [${rules}]\n`;
const toBob = `${head("ClusterRoleBinding", "b")}roleRef: {kind: ClusterRole, name: one}\nsubjects: [{kind: User, name: bob}]\n`;

/** Returns the reason for the decision; `no` without a reason. */
function decide(text: string, info: RequestInfo, user = bob): string {
  const policy = new RolePolicy(objectsIn(text));
  const verdict = rbacAuthorizer(() => policy)({ user, info });
  if (typeof verdict === "string" || verdict instanceof Promise) throw new Error("not a verdict");
  return verdict.decision === "allow"
    ? (verdict.reason ?? "")
    : `no${verdict.reason === "" ? "" : ` ${verdict.reason ?? ""}`}`;
}
const allows = (rules: string, info: RequestInfo) => decide(role(rules) + toBob, info) !== "no";

describe("rules", () => {
  const all = '{verbs: ["*"], apiGroups: ["*"], resources: ["*"]}';

  test.each<readonly [rule: string, info: RequestInfo, isAllowed: boolean]>([
    [all, resource({ verb: "any", group: "x", resource: "y", subresource: "z" }), true],
    [all, path("/version"), false],
    ["{verbs: [get], apiGroups: [restaurant], resources: [pizzas]}", resource({}), true],
    ["{verbs: [get], apiGroups: [restaurant], resources: [pizzas]}", resource({ verb: "list" }), false],
    ["{verbs: [get], apiGroups: [restaurant], resources: [pizzas]}", resource({ group: "" }), false],
    ["{verbs: [get], apiGroups: [restaurant], resources: [pizzas]}", resource({ subresource: "status" }), false],
    ["{verbs: [get], apiGroups: [restaurant], resources: [pizzas/status]}", resource({ subresource: "status" }), true],
    ["{verbs: [get], apiGroups: [restaurant], resources: [pizzas/status]}", resource({}), false],
    ['{verbs: [get], apiGroups: [restaurant], resources: ["*/status"]}', resource({ subresource: "status" }), true],
    ['{verbs: [get], apiGroups: [restaurant], resources: ["*/status"]}', resource({ subresource: "scale" }), false],
    ['{verbs: [get], apiGroups: [restaurant], resources: ["pizzas/*"]}', resource({ subresource: "status" }), false],
    ['{verbs: [get], apiGroups: [restaurant], resources: ["*/"]}', resource({}), false],
    ["{verbs: [get], apiGroups: [restaurant], resources: [pizzas], resourceNames: [a]}", resource({ name: "a" }), true],
    [
      "{verbs: [get], apiGroups: [restaurant], resources: [pizzas], resourceNames: [a]}",
      resource({ name: "b" }),
      false,
    ],
    ["{verbs: [get], apiGroups: [restaurant], resources: [pizzas], resourceNames: [a]}", resource({}), false],
    [
      '{verbs: [get], apiGroups: [restaurant], resources: [pizzas], resourceNames: ["*"]}',
      resource({ name: "a" }),
      false,
    ],
    ["{verbs: [get], nonResourceURLs: [/version]}", path("/version"), true],
    ["{verbs: [get], nonResourceURLs: [/version]}", path("/version/"), false],
    ["{verbs: [get], nonResourceURLs: [/version]}", path("/version", "post"), false],
    ['{verbs: [get], nonResourceURLs: ["/apis/*"]}', path("/apis/x/y"), true],
    ['{verbs: [get], nonResourceURLs: ["/apis/*"]}', path("/apis"), false],
    ['{verbs: [get], nonResourceURLs: ["/a*"]}', path("/abc"), true],
    ['{verbs: [get], nonResourceURLs: ["*"]}', path("/abc"), true],
    ['{verbs: [get], nonResourceURLs: ["/*/x"]}', path("/a/x"), false],
    ['{verbs: [get], nonResourceURLs: ["*"]}', resource({}), false],
  ])("the rule %s decides about %o: %s", (rule, info, isAllowed) => {
    expect(allows(rule, info)).toBe(isAllowed);
  });
});

describe("bindings", () => {
  const one = role('{verbs: ["*"], apiGroups: ["*"], resources: ["*"]}');
  const binding = (kind: string, subject: string, more = "", ref = "ClusterRole, name: one") =>
    `${head(kind, "b", more)}roleRef: {kind: ${ref}}\nsubjects: [{kind: Group, name: none}, ${subject}]\n`;

  test("the reason names binding, role and subject", () => {
    const info = resource({ namespace: "kitchen" });
    expect(decide(one + toBob, info)).toBe(
      'RBAC: allowed by ClusterRoleBinding "b" of ClusterRole "one" to User "bob"',
    );
    expect(decide(one + binding("RoleBinding", "{kind: Group, name: cooks}", ", namespace: kitchen"), info)).toBe(
      'RBAC: allowed by RoleBinding "b/kitchen" of ClusterRole "one" to Group "cooks"',
    );
    const local = `${head("Role", "two", ", namespace: kitchen")}rules: [{verbs: [get], apiGroups: [restaurant], resources: [pizzas]}]\n`;
    const account: User = { name: "system:serviceaccount:kitchen:oven", groups: [], extra: {} };
    const toOven = binding(
      "RoleBinding",
      "{kind: ServiceAccount, name: oven}",
      ", namespace: kitchen",
      "Role, name: two",
    );
    expect(decide(local + toOven, info, account)).toBe(
      'RBAC: allowed by RoleBinding "b/kitchen" of Role "two" to ServiceAccount "oven/kitchen"',
    );
  });

  test("a RoleBinding has an effect in its namespace only", () => {
    const text = one + binding("RoleBinding", "{kind: User, name: bob}", ", namespace: kitchen");
    expect(decide(text, resource({ namespace: "kitchen" }))).toContain("allowed");
    expect(decide(text, resource({ namespace: "garden" }))).toBe("no");
    expect(decide(text, resource({}))).toBe("no");
  });

  test("a service account without a namespace is one of the binding's namespace", () => {
    const user = (name: string): User => ({ name, groups: [], extra: {} });
    const text = one + binding("RoleBinding", "{kind: ServiceAccount, name: a, namespace: x}", ", namespace: kitchen");
    expect(decide(text, resource({ namespace: "kitchen" }), user("system:serviceaccount:x:a"))).toContain("allowed");
    expect(decide(text, resource({ namespace: "kitchen" }), user("system:serviceaccount:kitchen:a"))).toBe("no");
  });

  test("names are compared exactly", () => {
    expect(decide(one + toBob, resource({}), { ...bob, name: "Bob" })).toBe("no");
    expect(decide(one + binding("ClusterRoleBinding", '{kind: User, name: "*"}'), resource({}))).toBe("no");
    expect(decide(one + binding("ClusterRoleBinding", "{kind: User, name: cooks}"), resource({}))).toBe("no");
  });

  test("a role that does not exist is the reason, unless another binding allows the request", () => {
    const dangling = (name: string, more = "") =>
      `${head(more === "" ? "ClusterRoleBinding" : "RoleBinding", name, more)}roleRef: {kind: ${more === "" ? "ClusterRole" : "Role"}, name: ${name}}\nsubjects: [{kind: User, name: bob}]\n`;
    const info = resource({ namespace: "kitchen" });
    expect(decide(dangling("gone"), info)).toBe('no RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found');
    expect(decide(dangling("gone") + dangling("lost", ", namespace: kitchen"), info)).toBe(
      'no RBAC: [clusterrole.rbac.authorization.k8s.io "gone" not found, role.rbac.authorization.k8s.io "lost" not found]',
    );
    expect(decide(dangling("gone") + one + toBob, info)).toContain("allowed");
  });
});

describe("aggregation", () => {
  const labelled = (name: string, labels: string, verb: string, rest = "") =>
    `${head("ClusterRole", name, `, labels: {${labels}}`)}rules: [{verbs: [${verb}], apiGroups: [restaurant], resources: [pizzas]}]\n${rest}`;

  test("a role has the rules of the selected roles, and not its own", () => {
    const text = `${labelled("one", "", "own", "aggregationRule: {clusterRoleSelectors: [{matchLabels: {to: one}}, {matchExpressions: [{key: too, operator: Exists}]}]}\n")}${labelled("x", "to: one", "list")}${labelled("w", "too: z", "watch")}${labelled("z", "to: two", "patch")}${toBob}`;
    const verbs = ["own", "list", "watch", "patch"].filter((verb) => decide(text, resource({ verb })) !== "no");
    expect(verbs).toEqual(["list", "watch"]);
  });

  test("aggregations of aggregations have all rules, in cycles too", () => {
    const cycle = (name: string, of: string) =>
      `${head("ClusterRole", name, `, labels: {is: ${name}}`)}aggregationRule: {clusterRoleSelectors: [{matchLabels: {is: ${of}}}, {matchLabels: {to: ${name}}}]}\n`;
    const text = `${cycle("one", "two")}${cycle("two", "one")}${labelled("x", "to: two", "list")}${labelled("w", "to: one", "watch")}${toBob}`;
    expect(["list", "watch", "get"].map((verb) => decide(text, resource({ verb })) !== "no")).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("admin, edit and view include each other", () => {
    const to = (name: string) => labelled(`my-${name}`, `rbac.authorization.k8s.io/aggregate-to-${name}: "true"`, name);
    const own = objectsIn(to("admin") + to("edit") + to("view"));
    const verbsOf = (name: string) => {
      const objects: RBACObjects = {
        ...own,
        clusterRoles: [...own.clusterRoles, ...defaultObjects.clusterRoles],
        clusterRoleBindings: [
          {
            namespace: "",
            name: "b",
            roleRef: { kind: "ClusterRole", name },
            subjects: [{ kind: "User", name: "bob", namespace: "" }],
          },
        ],
      };
      const policy = new RolePolicy(objects);
      return [...policy.grants(bob, "")].flatMap((grant) => ("rule" in grant ? grant.rule.verbs : [])).sort();
    };
    expect([verbsOf("admin"), verbsOf("edit"), verbsOf("view")]).toEqual([
      ["admin", "edit", "view"],
      ["edit", "view"],
      ["view"],
    ]);
  });
});

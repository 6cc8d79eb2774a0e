import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RESTClient } from "@apimachinery/client";
import { StartedServer, textOrMessage } from "./started-server.js";

let folder = "";
const servers: StartedServer[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-roles-"));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  rmSync(folder, { recursive: true });
});

async function start(...args: readonly string[]): Promise<StartedServer> {
  const server = await StartedServer.with(args);
  servers.push(server);
  return server;
}
const withRoles = () => start("--authorization-mode=RBAC", `--authorization-rbac-dir=${folder}`);
const file = () => join(folder, "roles.yaml");
const pizzas = "/apis/restaurant.programming-kubernetes.info/v1beta1/namespaces/default/pizzas";
const version = "rbac.authorization.k8s.io/v1";
const cook = (verb: string, ref = "cook") => `apiVersion: ${version}
kind: ClusterRole
metadata: {name: cook}
rules:
- apiGroups: [restaurant.programming-kubernetes.info]
  resources: [pizzas]
  verbs: [${verb}]
---
apiVersion: ${version}
kind: RoleBinding
metadata: {name: cooks, namespace: default}
roleRef: {kind: ClusterRole, name: ${ref}}
subjects: [{kind: Group, name: cooks}]
`;
/** Reports whether a client may read a path. */
async function reads(client: RESTClient, path: string): Promise<boolean> {
  return !(await textOrMessage(client, path)).includes("forbidden");
}

describe("--authorization-mode=RBAC", () => {
  test("users have the rights of their roles", async () => {
    writeFileSync(file(), cook("list"));
    const server = await withRoles();
    const bob = await server.as("bob", "cooks");
    expect([await reads(bob, pizzas), await reads(bob, `${pizzas}/a`)]).toEqual([true, false]);
    expect(await textOrMessage(await server.as("eve"), pizzas)).toBe(
      'pizzas.restaurant.programming-kubernetes.info is forbidden: User "eve" cannot list resource "pizzas" in API group "restaurant.programming-kubernetes.info" in the namespace "default"',
    );
    expect(await reads(await server.as("root", "system:masters"), `${pizzas}/a`)).toBe(true);
    expect([await reads(bob, "/apis"), await reads(bob, "/version"), await reads(bob, "/metrics")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await reads(await server.as("p", "system:monitoring"), "/metrics")).toBe(true);
  });

  test("a role that does not exist is the reason in the response", async () => {
    writeFileSync(file(), cook("list", "chef"));
    const bob = await (await withRoles()).as("bob", "cooks");
    expect(await textOrMessage(bob, pizzas)).toContain(
      'in the namespace "default": rbac: RBAC: clusterrole.rbac.authorization.k8s.io "chef" not found',
    );
  });

  test("changed files have an effect soon; while they are broken, the old roles stay", async () => {
    writeFileSync(file(), cook("list"));
    const server = await withRoles();
    const bob = await server.as("bob", "cooks");
    const gets = () => reads(bob, `${pizzas}/a`);
    expect(await gets()).toBe(false);
    writeFileSync(file(), cook("get"));
    await expect.poll(gets).toBe(true);
    expect(await reads(bob, pizzas)).toBe(false);

    writeFileSync(join(folder, "broken.yaml"), "kind: [\n");
    const failures = () => server.logged.filter((line) => line.includes("could not be reloaded")).length;
    await expect.poll(failures).toBe(1);
    expect(server.logged.join("\n")).toContain("broken.yaml:2:1: ");
    expect(await gets()).toBe(true);

    rmSync(join(folder, "broken.yaml"));
    rmSync(file());
    await expect.poll(gets).toBe(false);
    expect(failures()).toBe(1);
  });

  test("a broken file or a missing folder prevents the start", async () => {
    writeFileSync(file(), "kind: [\n");
    await expect(withRoles()).rejects.toThrow(`${file()}:2:1: `);
    await expect(start("--authorization-mode=RBAC", "--authorization-rbac-dir=/nonexistent")).rejects.toThrow(
      "--authorization-rbac-dir: ENOENT: no such file or directory, scandir '/nonexistent'",
    );
  });
});

test("without a mode, authenticated users can use discovery only", async () => {
  const server = await start();
  const bob = await server.as("bob", "cooks");
  const paths = ["/apis", "/version", "/openapi/v3", "/metrics", pizzas];
  expect(await Promise.all(paths.map((path) => reads(bob, path)))).toEqual([true, true, true, false, false]);
});

test("--authorization-mode=AlwaysAllow allows everything, and the log has a warning", async () => {
  const server = await start("--authorization-mode=AlwaysAllow");
  expect(await reads(await server.as("eve"), pizzas)).toBe(true);
  expect(server.logged.join("\n")).toContain("--authorization-mode=AlwaysAllow: all clients may send all requests");
});

test("contradicting flags are problems of the command line", async () => {
  await expect(start("--authorization-mode=RBAC")).rejects.toThrow(
    "--authorization-rbac-dir must be specified with --authorization-mode=RBAC",
  );
  await expect(start("--authorization-rbac-dir=x")).rejects.toThrow(
    "--authorization-rbac-dir needs --authorization-mode=RBAC",
  );
  await expect(start("--authorization-mode=AlwaysAllow", "--authorization-kubeconfig=x")).rejects.toThrow(
    "--authorization-mode cannot be used, because the cluster of",
  );
  await expect(start("--authorization-mode=Node")).rejects.toThrow("allowed values: RBAC, AlwaysAllow");
});

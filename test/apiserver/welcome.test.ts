import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join, resolve } from "node:path";
import { parseOptionsOf, type ServerDefinition } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { createAuthority, issueServing } from "../../apiserver/certificates/authority.js";
import { reachOf } from "../../apiserver/run/reach.js";
import { welcome } from "../../apiserver/run/welcome.js";
import { cafeGroup } from "./cafe-group.js";

const definition: ServerDefinition = {
  name: "cafe-apiserver",
  description: "Serves coffees.",
  version: "v1.0.0",
  groups: [cafeGroup],
};

async function lines(
  args: readonly string[],
  hosts: readonly string[],
  ...named: readonly string[]
): Promise<readonly string[]> {
  const parsed = parseOptionsOf(definition, args, { out: () => undefined, err: () => undefined });
  if ("exitCode" in parsed) throw new Error("options that make no sense");
  const authority = await createAuthority("ca");
  const others = await Promise.all(
    named.map(async (name) => ({ ...(await issueServing(authority, [name])), names: [name] })),
  );
  const reach = reachOf(parsed.options.bindAddress, {
    pair: await issueServing(authority, hosts),
    named: others,
    clientCA: "",
  });
  return welcome(definition, parsed.options, { url: "https://127.0.0.1:8443", reach }).join("\n").split("\n");
}

const outside = Object.values(networkInterfaces())
  .flatMap((all = []) => all)
  .filter(({ family, internal }) => family === "IPv4" && !internal)
  .map(({ address }) => address);

describe("the lines that a server prints at its start", () => {
  test("the server prints one address in one line", async () => {
    expect(await lines(["--bind-address=127.0.0.1"], ["localhost", "127.0.0.1"])).toEqual([
      "serving on https://127.0.0.1:8443",
      "",
      "To reach it with kubectl, start it with --write-kubeconfig=kubeconfig, then:",
      "",
      "  kubectl --kubeconfig=kubeconfig api-resources --api-group=cafe.example.com",
      "",
      `Objects are kept in ${resolve("cafe-apiserver.local")}: the next start uses them again; delete the folder to start with an empty store.`,
      "Ctrl-C stops the server.",
    ]);
  });

  test("the server prints all addresses", async () => {
    const [first, second, third] = await lines([], ["localhost", "127.0.0.1"]);
    expect([first, second]).toEqual([
      "serving on https://127.0.0.1:8443",
      `and on every other address of this machine (--bind-address=0.0.0.0)${outside.length === 0 ? "" : `: ${outside.map((host) => `https://${host}:8443`).join(", ")}`}`,
    ]);
    if (outside.length > 0) {
      expect(third).toBe(
        `The certificate is for localhost, 127.0.0.1; --external-hostname=NAME adds a name. Clients do not accept it at ${outside.join(", ")}.`,
      );
    }
  });

  test("the server prints addresses of both IP versions", async () => {
    const text = (await lines(["--bind-address=::"], ["localhost", "127.0.0.1"])).join("\n");
    expect(text).toContain("(--bind-address=::)");
    for (const host of outside) expect(text).toContain(`https://${host}:8443`);
    if (Object.values(networkInterfaces()).some((all = []) => all.some(({ address }) => address === "::1")))
      expect(text).toContain("https://[::1]:8443");
  });

  test("the server prints the hosts of all certificates if no certificate has the address", async () => {
    const all = await lines(
      ["--bind-address=127.0.0.1", "--tls-cert-file=a.crt", "--tls-private-key-file=a.key"],
      ["a.example"],
      "*.b.example",
    );
    expect(all[1]).toBe("The certificate is for a.example, *.b.example. Clients do not accept it at 127.0.0.1.");
  });

  test("a server in memory prints its data folder", async () => {
    const all = await lines(["--bind-address=127.0.0.1", "--storage-backend=memory"], ["127.0.0.1"]);
    expect(all.at(-2)).toBe(
      `Objects are kept in memory: they are gone when the server stops. Certificates are kept in ${resolve("cafe-apiserver.local")}.`,
    );
  });
});

test("the commands of the documentation start servers on a loopback address", () => {
  const root = join(import.meta.dirname, "../..");
  const pages = [
    "Makefile",
    "README.md",
    "apiserver/README.md",
    "docs/api-server.md",
    "cmd/codegen/scaffold/manifest.ts",
    "examples/cafe/README.md",
    "examples/cafe/package.json",
  ];
  const commands = pages.flatMap((page) =>
    readFileSync(join(root, page), "utf8")
      .split("\n")
      .filter((line) => /main\.js .*--(write-kubeconfig|secure-port)/.test(line)),
  );
  expect(commands.length).toBeGreaterThanOrEqual(6);
  expect(commands.filter((line) => !line.includes("--bind-address=127.0.0.1"))).toEqual([]);
});

test("a server in a cluster names kube-apiserver, and no folder if its certificate is given", async () => {
  const printed = await lines(
    [
      "--authentication-kubeconfig=x",
      "--etcd-servers=http://127.0.0.1:2379",
      "--tls-cert-file=a",
      "--tls-private-key-file=b",
    ],
    ["127.0.0.1"],
  );
  expect(printed.slice(-5)).toEqual([
    "The users and their rights are those of the cluster. kubectl reaches the server through",
    "kube-apiserver, as soon as the cluster has its APIServices and their Service.",
    "",
    "Objects are kept in etcd at http://127.0.0.1:2379, under /registry/cafe-apiserver.",
    "Ctrl-C stops the server.",
  ]);
});

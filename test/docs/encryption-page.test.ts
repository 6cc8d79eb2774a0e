import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEmbeddedStorage } from "../../apiserver/storage/index.js";
import { keyPrefix } from "../../cmd/pizza-apiserver/server.js";
import { toppings } from "../apiserver/harness.js";
import { APIClient } from "../apiserver/process/api-client.js";
import { ServerProcess } from "../apiserver/process/built-server.js";

const page = readFileSync("docs/encryption.md", "utf8");
const prefix = `${keyPrefix}/restaurant.programming-kubernetes.info/toppings/`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "encryption-page-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the arguments of a command of the page, with the paths of this test. */
function argumentsOf(beginning: string): readonly string[] {
  const line = page.split("\n").find((each) => each.startsWith(beginning)) ?? "";
  return line.replace("/var/lib/cafe", `${folder}/data`).replace("/etc/cafe", folder).split(" ").slice(1);
}

/** Starts the server with a command of the page, and creates or reads an object. */
async function serve(method: "POST" | "GET", path: string, body?: object): Promise<number> {
  const kubeconfig = join(folder, "kubeconfig");
  const flags = ["--bind-address=127.0.0.1", "--secure-port=0", `--write-kubeconfig=${kubeconfig}`];
  const server = new ServerProcess(...argumentsOf("cafe-apiserver --data-dir"), ...flags);
  const client = new APIClient(await server.serving(), kubeconfig);
  const { status } = await client.send(method, path, body);
  client.close();
  server.child.kill("SIGTERM");
  await server.ended();
  return status;
}

async function migrate(): Promise<void> {
  const child = new ServerProcess(...argumentsOf("cafe-apiserver migrate --storage-version --data-dir"));
  expect({ code: await child.ended(), err: child.err }).toEqual({ code: 0, err: "" });
}

async function stored(): Promise<string> {
  const storage = await openEmbeddedStorage({ directory: join(folder, "data", "store") });
  const { item } = await storage.get(`${prefix}a`);
  await storage.close();
  return /^(k8s:enc:\w+:v1:\w+:|\{)/.exec(Buffer.from(item?.value ?? []).toString("latin1"))?.[0] ?? "";
}

test("the configurations and commands of the page enable encryption and rotate a key", async () => {
  const configure = (text: string) => {
    writeFileSync(
      join(folder, "encryption.yaml"),
      text.replace("cafe.example.com", "restaurant.programming-kubernetes.info"),
    );
  };
  const [enabled = "", rotating = ""] = [...page.matchAll(/```yaml\n([^`]+)```/g)].map(([, text]) => text);
  const rotated = rotating.replace(/ +- name: key1\n.*\n/, "");
  expect(rotated).not.toContain("key1");
  const secure = (text: string) => text.replace("      - identity: {}\n", "");

  // The object is created without encryption: only identity is left of the first configuration.
  configure(enabled.replace(/ {6}- secretbox:[^]*(?= {6}- identity)/, ""));
  expect(await serve("POST", toppings, { metadata: { name: "a" }, spec: { cost: 1 } })).toBe(201);
  expect(await stored()).toBe("{");
  for (const [text, key] of [
    [enabled, "key1"],
    [secure(enabled), "key1"],
    [rotating, "key2"],
    [rotated, "key2"],
  ] as const) {
    configure(text);
    expect(await serve("GET", `${toppings}/a`)).toBe(200);
    await migrate();
    expect(await stored()).toBe(`k8s:enc:secretbox:v1:${key}:`);
  }
  expect(await serve("GET", `${toppings}/a`)).toBe(200);
  configure(secure(enabled));
  expect(await serve("GET", `${toppings}/a`)).toBe(500);
});

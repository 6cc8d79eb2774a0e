import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RESTClient, defaultClientConfig } from "@apimachinery/client";
import type { ServerDefinition } from "@apimachinery/apiserver";
import { createAuthority, issueClient } from "../../../apiserver/certificates/authority.js";
import { kubeconfigText } from "../../../apiserver/certificates/kubeconfig.js";
import { createUser } from "../../../apiserver/run/subcommands/create-user.js";
import { StartedServer, textOrMessage } from "./started-server.js";

const definition: ServerDefinition = {
  name: "pizza-apiserver",
  description: "Serves pizzas.",
  version: "v1.0.0",
  groups: [],
};

let server: StartedServer;
let folder = "";
let users: string[] = [];
beforeAll(async () => {
  server = await StartedServer.with(
    ["--storage-backend=embedded"],
    [
      ({ user: { name, groups } }) => {
        users.push(`${name} ${groups.join("|")}`);
        return "allow";
      },
    ],
  );
});
afterAll(async () => {
  await server.stop();
});
beforeEach(() => {
  users = [];
  folder = mkdtempSync(join(tmpdir(), "apimachinery-users-"));
  return () => {
    rmSync(folder, { recursive: true });
  };
});

async function run(...args: readonly string[]) {
  const texts = { out: "", err: "" };
  const code = await createUser.run(definition, args, {
    out: (text) => (texts.out += text),
    err: (text) => (texts.err += text),
  });
  return { code, ...texts };
}
const file = () => join(folder, "kubeconfig");
const create = (name: string, ...more: readonly string[]) =>
  run(name, `--data-dir=${server.folder}`, "--kubeconfig", file(), ...more);

async function metrics(): Promise<string> {
  const client = new RESTClient((await defaultClientConfig({ kubeconfig: file() })).config);
  const text = await textOrMessage(client, "/metrics");
  await client.close();
  return text;
}

describe("create-user", () => {
  test("the running server accepts the kubeconfig, with name and groups of the user", async () => {
    const { code, out, err } = await create("bob", "--group", "cooks", "--group=waiters");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(
      new RegExp(
        `^${file()} written: user "bob" in "cooks", "waiters" of ${server.url}, valid until \\d{4}-\\d\\d-\\d\\d\n$`,
      ),
    );
    expect(await metrics()).toContain("# HELP");
    expect(users).toEqual(["bob cooks|waiters|system:authenticated"]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect((await defaultClientConfig({ kubeconfig: file() })).config.tls?.key).toMatch(
      /^-----BEGIN EC PRIVATE KEY-----\n/,
    );
  });

  test.each([
    "true",
    "jürgen@example.com",
    'a "b", C=d/e+f',
    "system:serviceaccount:kitchen:oven",
    "#6162",
    "x".repeat(200),
  ])("the name %s arrives unchanged", async (name) => {
    await create(name, "--group", name);
    await metrics();
    expect(users).toEqual([`${name} ${name}|system:authenticated`]);
  });

  test("another URL of the server is the one in the kubeconfig", async () => {
    await create("bob", "--server", "https://pizza.example.com:8443");
    expect((await defaultClientConfig({ kubeconfig: file() })).config.server).toBe("https://pizza.example.com:8443");
  });

  test("--certificate-authority replaces the authority with which the user verifies the server", async () => {
    const { certificate } = await createAuthority("other");
    writeFileSync(join(folder, "other.crt"), certificate);
    await create("bob", `--certificate-authority=${folder}/other.crt`);
    expect((await defaultClientConfig({ kubeconfig: file() })).config.tls?.ca).toBe(certificate);
    expect(await metrics()).toContain("certificate");
    expect(await create("bob", `--certificate-authority=${folder}/none.crt`)).toMatchObject({ code: 1 });
  });

  test("a second certificate of the same user replaces the first one", async () => {
    await create("bob");
    const first = readFileSync(file(), "utf8");
    expect((await create("bob", "--group", "cooks")).code).toBe(0);
    expect(readFileSync(file(), "utf8")).not.toBe(first);
    await metrics();
    expect(users).toEqual(["bob cooks|system:authenticated"]);
  });

  test("an empty file is replaced", async () => {
    writeFileSync(file(), "\n");
    expect((await create("bob")).code).toBe(0);
  });

  test("no other kubeconfig is overwritten", async () => {
    const foreign = await createAuthority("foreign");
    const text = kubeconfigText({
      name: "other",
      server: "https://other.example.com",
      authority: foreign.certificate,
      client: await issueClient(foreign, "bob", []),
    });
    await create("eve");
    const ofEve = readFileSync(file(), "utf8");
    for (const existing of [text, ofEve, `${text}${ofEve}`, "apiVersion: v1\nkind: Config\n", "nonsense"]) {
      writeFileSync(file(), existing);
      expect(await create("bob")).toEqual({
        code: 1,
        out: "",
        err: `error: --kubeconfig: ${file()} exists, and it is not an earlier kubeconfig of "bob". Name another file, or remove this file\n`,
      });
      expect(readFileSync(file(), "utf8")).toBe(existing);
    }
  });

  test("all problems of the command line are reported together", async () => {
    expect(await run("--data-dir=", "--server=http://x", "--group=", "--nope")).toEqual({
      code: 1,
      out: "",
      err:
        "error: unknown flag: --nope\n" +
        "error: NAME must be specified\n" +
        "error: --group must not be empty\n" +
        "error: --data-dir must be specified\n" +
        "error: --kubeconfig must be specified\n" +
        'error: --server must be a URL with https, such as https://localhost:8443: "http://x"\n' +
        "Run 'pizza-apiserver create-user --help' for usage.\n",
    });
    expect((await create("bob", "eve")).err).toContain('error: unexpected argument: "eve"\n');
    expect((await create("a\nb")).err).toContain('error: NAME must not contain control characters: "a\\nb"\n');
    expect(existsSync(file())).toBe(false);
  });

  test("folders that do not fit are named, and nothing is created", async () => {
    const empty = join(folder, "data");
    const create = (...args: readonly string[]) => run("bob", `--kubeconfig=${file()}`, ...args);
    expect((await create(`--data-dir=${empty}`)).err).toBe(
      `error: --data-dir: ${empty} has no valid CA (ca.crt, ca.key). Start the server once with this folder: the server creates the CA\n`,
    );
    mkdirSync(empty);
    for (const name of ["ca.crt", "ca.key"])
      writeFileSync(join(empty, name), readFileSync(join(server.folder, name)), { mode: 0o600 });
    expect((await create(`--data-dir=${empty}`)).err).toBe(
      `error: the URL of the server is not known, because no server has used the store in ${empty}/store: set --server, such as --server=https://localhost:8443\n`,
    );
    rmSync(join(empty, "ca.key"));
    expect((await create(`--data-dir=${empty}`)).err).toContain(
      `${empty}/ca.key is missing, but ${empty}/ca.crt exists`,
    );
    expect(existsSync(file())).toBe(false);
    const nowhere = join(folder, "none/kubeconfig");
    expect((await run("bob", `--data-dir=${server.folder}`, `--kubeconfig=${nowhere}`)).err).toBe(
      `error: --kubeconfig: the folder ${folder}/none does not exist: create it with: mkdir -p ${folder}/none\n`,
    );
  });

  test("the help names the argument", async () => {
    const { out } = await run("--help");
    expect(out).toContain("Usage: pizza-apiserver create-user NAME [flags]");
    expect(out).toContain("--group <group>");
  });
});

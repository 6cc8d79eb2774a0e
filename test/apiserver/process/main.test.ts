import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toppings } from "../harness.js";
import { ServerProcess } from "./built-server.js";
import { commandHere } from "./command-here.js";

let folder = "";
const running: ServerProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-process-"));
});
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.child.kill("SIGKILL");
    await server.ended();
  }
  rmSync(folder, { recursive: true, force: true });
});

function run(...args: readonly string[]): ServerProcess {
  const server = new ServerProcess("--bind-address=127.0.0.1", "--secure-port=0", ...args);
  running.push(server);
  return server;
}

const data = (name = "data") => `--data-dir=${join(folder, name)}`;

async function failed(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await commandHere("--bind-address=127.0.0.1", "--secure-port=0", ...args);
  expect([code, out]).toEqual([1, ""]);
  return err;
}

describe("errors that prevent a start", () => {
  test("a port in use is an error", async () => {
    const first = run(data("a"));
    const port = new URL(await first.serving()).port;
    const kubeconfig = join(folder, "kubeconfig");
    expect(await failed(data("b"), `--secure-port=${port}`, `--write-kubeconfig=${kubeconfig}`)).toBe(
      `error: failed to listen on 127.0.0.1:${port}: address already in use (--secure-port=0 takes any free port)\n`,
    );
    expect(existsSync(kubeconfig)).toBe(false);
  });

  test("a data directory that another process uses is an error", async () => {
    const first = run(data());
    await first.serving();
    expect(await failed(data())).toBe(
      `error: data directory ${join(folder, "data", "store")} is in use by process ${String(first.child.pid)}. Stop it, or use another directory\n`,
    );
  });

  test("the server reports all missing files and creates nothing", async () => {
    const at = (name: string) => join(folder, "none", name);
    const flags = [
      `--tls-cert-file=${at("a.crt")}`,
      `--tls-private-key-file=${at("a.key")}`,
      `--client-ca-file=${at("ca.crt")}`,
      `--write-kubeconfig=${at("config")}`,
    ];
    const missing = (name: string) => `ENOENT: no such file or directory, open '${at(name)}'`;
    expect(await failed(data(), ...flags)).toBe(
      `error: --tls-cert-file, --tls-private-key-file: ${missing("a.crt")}\nerror: --tls-cert-file, --tls-private-key-file: ${missing("a.key")}\n` +
        `error: --client-ca-file: ${missing("ca.crt")}\nerror: --write-kubeconfig: the folder ${join(folder, "none")} does not exist: create it with: mkdir -p ${join(folder, "none")}\n`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a kubeconfig path that is a folder is an error, and the server creates nothing", async () => {
    expect(await failed(data(), `--write-kubeconfig=${folder}`)).toBe(
      `error: --write-kubeconfig: ${folder} is a folder: name a file in it\n`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a data directory that is a file is an error", async () => {
    writeFileSync(join(folder, "data"), "");
    expect(await failed(data())).toBe(
      `error: --data-dir: ${join(folder, "data")} is a file, not a folder: remove it, or name another folder\n`,
    );
    expect(await failed(data("data/below"))).toBe(
      `error: --data-dir: ${join(folder, "data")} is a file, not a folder: remove it, or name another folder\n`,
    );
  });

  test.skipIf(process.platform !== "linux")(
    "a data directory in which no files can be created is an error",
    async () => {
      expect(await failed("--data-dir=/proc/absent/below")).toBe(
        "error: --data-dir: ENOENT: no such file or directory, mkdir '/proc/absent'\n",
      );
    },
  );

  test("the server reports invalid flags with their names", async () => {
    expect(
      await failed(
        "more",
        data(),
        "--secure-prt=1",
        "--etcd-servers-overrides=http://x",
        "--v=loud",
        "--goaway-chance=1",
        "--tls-cert-file=x",
      ),
    ).toBe(
      [
        "unsupported flag: --etcd-servers-overrides: all resources are stored in the etcd of --etcd-servers",
        "unknown flag: --secure-prt (did you mean --secure-port?)",
        'unexpected argument: "more"',
        'invalid argument "loud" for "--v" flag: it must be a whole number',
        "--goaway-chance can not be less than 0 or greater than 0.02",
        "--tls-cert-file and --tls-private-key-file must be given together",
      ]
        .map((line) => `error: ${line}\n`)
        .join("") + "Run 'pizza-apiserver --help' for usage.\n",
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the end of the process", () => {
  const credentials = () => {
    const file = (name: string) => readFileSync(join(folder, "data", name));
    return { ca: file("ca.crt"), cert: file("admin.crt"), key: file("admin.key") };
  };

  test("one signal ends the watches and then the process", async () => {
    const server = run(data());
    const session = connect(await server.serving(), credentials());
    const stream = session.request({ ":path": `${toppings}?watch=1` });
    await once(stream, "response");
    server.child.kill("SIGTERM");
    const [, code] = await Promise.all([once(stream.resume(), "end"), server.ended()]);
    expect([code, server.err]).toEqual([0, ""]);
    session.destroy();
  });

  test("the second signal ends the process at once", async () => {
    const server = run(data(), "--shutdown-delay-duration=1h");
    const session = connect(await server.serving(), credentials());
    session.on("error", () => undefined);
    server.child.kill("SIGINT");
    // During the shutdown, the server still responds to requests, and reports that it is not ready.
    const ready = async () => {
      const stream = session.request({ ":path": "/readyz" });
      const [headers] = (await once(stream, "response")) as [{ ":status": number }];
      stream.resume();
      return headers[":status"];
    };
    while ((await ready()) !== 500);
    server.child.kill("SIGINT");
    expect(await server.ended()).toBe(1);
    session.destroy();
  });
});

test("--help lists every flag under a heading, and --version prints the version", async () => {
  const help = run("--help");
  expect(await help.ended()).toBe(0);
  expect(help.out).toMatch(
    /^Generic flags:\n( {2}-.*\n)+\nSecure serving flags:\n( {2}-.*\n)+\nAuthentication flags:\n/m,
  );
  const version = run("--version");
  expect([await version.ended(), version.out]).toEqual([0, "pizza-apiserver v1.0.0\n"]);
});

test("the server logs requests if configured, also as JSON", async () => {
  const server = run(data(), "--v=3", "--logging-format=json", "--storage-backend=memory");
  const url = await server.serving();
  const session = connect(url, { ca: readFileSync(join(folder, "data", "ca.crt")) });
  const stream = session.request({ ":path": "/healthz", "audit-id": "x-1" });
  await once(stream.resume(), "end");
  session.close();
  server.child.kill("SIGTERM");
  await server.ended();
  const lines = server.err
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: "HTTP", v: 3, verb: "get", URI: "/healthz", "audit-ID": "x-1", resp: 200 }),
  );
});

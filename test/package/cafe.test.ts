import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readProgram, writeProgram } from "./cafe-client.js";
import { command, succeed } from "./command.js";
import { createUserProject, whyNot } from "./install.js";
import { repository } from "./tarballs.js";

const reason = await whyNot();
const cafe = join(repository, "examples/cafe");

/** Returns the files that a user copies to begin with the example, by path. */
function copied(): Record<string, string> {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: cafe,
    encoding: "utf8",
  }).split("\n");
  return Object.fromEntries(
    files.filter((path) => path !== "").map((path) => [path, readFileSync(join(cafe, path), "utf8")]),
  );
}

describe.skipIf(reason !== undefined)(
  ["examples/cafe, copied, with the packages as published", reason].filter(Boolean).join(", "),
  () => {
    let root: string;
    let server: ChildProcess | undefined;
    beforeAll(async () => {
      root = await createUserProject({ ...copied(), "src/write.ts": writeProgram, "src/read.ts": readProgram });
    });
    afterAll(() => {
      server?.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true });
    });

    /** Resolves when the server is ready. */
    const serve = () => {
      const child = spawn(
        process.execPath,
        [
          "dist/src/main.js",
          "--bind-address=127.0.0.1",
          "--secure-port=0",
          "--data-dir=data",
          "--write-kubeconfig=data/kubeconfig",
        ],
        { cwd: root },
      );
      server = child;
      return new Promise<void>((resolve, reject) => {
        let output = "";
        const hear = (text: string) => {
          output += text;
          if (output.includes("Ctrl-C stops the server.")) resolve();
        };
        child.stdout.setEncoding("utf8").on("data", hear);
        child.stderr.setEncoding("utf8").on("data", hear);
        child.on("close", (status) => {
          reject(new Error(`the server ends with ${status ?? "a signal"}\n${output}`));
        });
      });
    };
    const stop = (signal: "SIGTERM" | "SIGKILL") =>
      new Promise<number | string | null>((resolve) => {
        server?.on("close", (status, died) => {
          resolve(status ?? died);
        });
        server?.kill(signal);
      });
    const run = async (program: string) =>
      JSON.parse(
        await succeed(root, "env", ["KUBECONFIG=data/kubeconfig", process.execPath, `dist/src/${program}.js`]),
      ) as unknown;

    test("the generated files are current", async () => {
      expect(await command(root, "npm", ["run", "--silent", "verify-generated"])).toMatchObject({
        stderr: "",
        status: 0,
      });
    });

    test("it compiles with its own tsconfig, and its test passes", async () => {
      expect(await succeed(root, "npm", ["run", "--silent", "build"])).toMatch(/^\d+ generated files unchanged\b.*\n$/);
      expect(await succeed(root, "npm", ["test"])).toMatch(/Test Files +2 passed/);
    });

    test("its command prints its name and version", async () => {
      expect(await succeed(root, "node", ["dist/src/main.js", "--version"])).toBe("cafe-apiserver v0.1.0\n");
      const help = await succeed(root, "node", ["dist/src/main.js", "--help"]);
      for (const said of [
        "Serves coffees, and the machines that make them.",
        `(default "cafe-apiserver.local")`,
        `(default "/registry/cafe-apiserver")`,
        "(default 8443)",
      ])
        expect(help).toContain(said);
    });

    test("objects are created, patched and watched in both versions, and refused", async () => {
      await serve();
      expect(await run("write")).toEqual({
        revision: "3",
        patched: { beans: "Brazil", sizeInMl: 200 },
        invalid: true,
        forbidden: true,
        events: ["ADDED breakfast 300", "ADDED lunch 100", "MODIFIED breakfast 200", "MODIFIED breakfast 200"],
      });
    });

    const all = {
      coffees: [
        ["breakfast", "6", { beans: ["Brazil", "Kenya"], size: 200, cups: 2 }, 2, ["Ready=True"]],
        ["lunch", "4", { beans: ["Ethiopia"], size: 100, cups: 1 }, 0, []],
      ],
      old: [
        { beans: "Brazil", sizeInMl: 200 },
        { beans: "Ethiopia", sizeInMl: 100 },
      ],
      machines: [["linea", "La Marzocco"]],
    };

    test("the objects exist after a restart, and after the server is killed", async () => {
      expect(await run("read")).toEqual(all);
      expect(await stop("SIGTERM")).toBe(0);
      await serve();
      expect(await run("read")).toEqual(all);
      expect(await stop("SIGKILL")).toBe("SIGKILL");
      await serve();
      expect(await run("read")).toEqual(all);
      expect(await stop("SIGTERM")).toBe(0);
    });
  },
);

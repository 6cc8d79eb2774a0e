import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { readTree, temporaryFolder, writeTree } from "../../engine/temporary-folder.js";
import { apiProject, groupDoc } from "../api-project.js";
import { runHere } from "../run-here.js";
import { commit, git, gitProject } from "./git-project.js";
import { groupOf } from "./one-version.js";

const [old, now] = [groupOf("shop", "a: string;\n b?: string;"), groupOf("shop", "a: string;")];
const example = {
  operation: "create",
  before: {
    apiVersion: "shop.example.com/v1",
    kind: "Pizza",
    spec: { a: "a", b: "a" },
    metadata: { name: "example" },
  },
  after: { error: 'strict decoding error: unknown field "spec.b"' },
};
const removed = `apis/shop/v1/types.ts:8:18 error breaking/removed-field: Spec.b was removed (v1.Pizza spec.b)
    keep the property, and state in its comment that it is deprecated
    example:
      create:  ${JSON.stringify(example.before)}
      answer:  ${JSON.stringify(example.after)}
`;

/** Runs the command, which leaves no file. */
async function breaking(root: string, ...args: readonly string[]) {
  const [before, temporary] = [readTree(root), temporaryFolder()];
  vi.stubEnv("TMPDIR", temporary);
  const result = await runHere(root, ["breaking", ...args]).finally(() => vi.unstubAllEnvs());
  expect(readTree(root), "the working tree").toEqual(before);
  expect(readdirSync(temporary), "the temporary folder").toEqual([]);
  return result;
}

describe("an old state", () => {
  test("is a git revision, which is read from the objects of git", async () => {
    const root = gitProject(old);
    expect(await breaking(root, "--against", "v1")).toMatchObject({ status: 0, stderr: "" });
    writeTree(root, now);
    const { stdout, stderr, status } = await breaking(root, "--against", "v1", "--seed", "7");
    expect(stderr).toBe(removed);
    expect(stdout).toBe("compared with v1: 1 breaking, 0 unknown, 0 compatible (seed 7)\n");
    expect(status).toBe(1);
    expect(git(root, "status", "--porcelain")).toBe(" M apis/shop/v1/types.ts\n");
    commit(root, "v2");
    expect(await breaking(root, "--against", "v2")).toMatchObject({ status: 0 });
    expect(await breaking(root, "--against", "v2~1")).toMatchObject({ status: 1, stderr: removed });
  });

  test("is a folder, with or without a configuration", async () => {
    const root = apiProject(now);
    for (const folder of [temporaryFolder(old), join(temporaryFolder(old), "apis")])
      expect(await breaking(root, "--against", folder)).toMatchObject({ status: 1, stderr: removed });
  });

  test("is read with its own configuration, whose folders can differ", async () => {
    const moved = Object.fromEntries(
      Object.entries(old).map(([path, text]) => [path.replace("apis/", "src/api/"), text]),
    );
    const folder = temporaryFolder({ ...moved, "codegen.config.json": `{ "paths": ["src/api"] }` });
    expect(await breaking(apiProject(old), "--against", folder)).toMatchObject({ status: 0, stderr: "" });
  });

  test("needs no authority of a webhook, which git often ignores", async () => {
    const kind = "/** +kubebuilder:object:root=true\n +kubebuilder:storageversion */";
    const v1 = groupOf("shop", { spec: "a: string;", kind });
    const v2 = groupOf("shop", { spec: "a: string;", kind: kind.replace(/\n.*$/, " */"), version: "v2" });
    const webhook = { url: "https://localhost/convert", caBundle: "ca.crt" };
    const root = gitProject({
      ...v1,
      ...v2,
      "apis/shop/v1/doc.ts": groupDoc("shop.example.com", "k8s:conversion-gen=../v2"),
      "codegen.config.json": JSON.stringify({ options: { crd: { conversion: { "shop.example.com": webhook } } } }),
    });
    expect(await breaking(root, "--against", "v1")).toMatchObject({ status: 0, stderr: "" });
  });

  test("is an npm package, of which nothing is executed", async () => {
    const folder = temporaryFolder();
    writeTree(join(folder, "package"), { ...old, "package.json": `{ "name": "old", "version": "1.0.0" }` });
    execFileSync("tar", ["czf", "old.tgz", "package"], { cwd: folder });
    expect(await breaking(apiProject(now), "--against", join(folder, "old.tgz"))).toMatchObject({
      status: 1,
      stderr: removed,
    });
  });

  test("is compared in the folders that the command line names", async () => {
    const root = apiProject({ ...now, ...groupOf("other", "a: string;") });
    const folder = temporaryFolder({ ...old, ...groupOf("other", "a: string;\n c?: string;") });
    const { stderr } = await breaking(root, "apis/other", "--against", folder);
    expect(stderr).toContain("Spec.c was removed");
    expect(stderr).not.toContain("Spec.b was removed");
  });
});

describe("the exit code is 2, with one problem, if", () => {
  const project = () => gitProject(old);
  const faultOf = async (root: string, ...args: readonly string[]) => {
    const { stdout, stderr, status } = await breaking(root, ...args);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    return stderr;
  };

  test.each([
    [[], "breaking --against main"],
    [["v1.2.0"], "breaking --against v1.2.0"],
    [["apis"], "breaking apis --against main"],
  ])("the old state is not named: %j", async (args, command) => {
    expect(await faultOf(project(), ...args)).toBe(
      `codegen: --against is required: a git revision, a folder, or a file that npm pack created\n    run: npx --no -- codegen ${command}\n`,
    );
  });

  test("the revision is unknown", async () => {
    expect(await faultOf(project(), "--against", "v9")).toBe(`codegen: the revision v9 does not exist
    run git fetch --tags origin, or use a folder: --against ./v9
`);
  });

  test("the path does not exist", async () => {
    expect(await faultOf(project(), "--against", "./v9")).toBe(`codegen: ./v9 does not exist
    a path that begins with . or / is a folder or a file; a git revision does not begin with . or /
`);
  });

  test("the clone is shallow", async () => {
    const origin = project();
    writeTree(origin, { "more.txt": "" });
    commit(origin, "v2");
    const clone = join(temporaryFolder(), "clone");
    git(origin, "clone", "--quiet", "--depth=1", "--no-tags", `file://${origin}`, clone);
    expect(await faultOf(clone, "--against", "v1")).toContain(
      "the revision v1 does not exist in this clone, which is shallow and lacks older commits\n    run git fetch --unshallow --tags",
    );
  });

  test("Yarn keeps the packages in archives", async () => {
    const root = project();
    writeTree(root, { ".pnp.cjs": "" });
    expect(await faultOf(root, "--against", "v1"))
      .toBe(`codegen: codegen breaking does not work with Yarn's Plug'n'Play, because packages are in archives
    set nodeLinker: node-modules in .yarnrc.yml, and run yarn install
`);
  });

  test("the project is in no repository", async () => {
    expect(await faultOf(apiProject(now), "--against", "v1")).toContain(
      "codegen: the revision v1 cannot be read: not a git repository\n",
    );
  });

  test.each(["old", "now"])("the types of the state %s have errors", async (state) => {
    const broken = groupOf("shop", "a: Unknown;");
    const root = gitProject(state === "old" ? broken : old);
    writeTree(root, state === "old" ? old : broken);
    const stderr = await faultOf(root, "--against", "v1");
    expect(stderr).toMatch(/^apis\/shop\/v1\/types\.ts:9:\d+ error load\/\S+: /);
    expect(stderr.includes("in v1: ")).toBe(state === "old");
    expect(stderr.match(/ error /g)).toHaveLength(1);
  });

  test("the old state has no types", async () => {
    const root = gitProject({ "README.md": "" });
    writeTree(root, now);
    expect(await faultOf(root, "--against", "v1")).toContain("codegen: v1 has no API types: ");
  });

  test("a folder of the command line has no kinds in both states", async () => {
    expect(await faultOf(project(), "apis/shp", "--against", "v1")).toBe(
      "codegen: apis/shp contains no kinds, neither now nor in v1\n",
    );
  });

  test("accepted changes are updated for some folders only", async () => {
    expect(await faultOf(project(), "apis/shop", "--against", "v1", "--update-accepted")).toBe(
      "codegen: --update-accepted compares all kinds, so paths are not allowed\n",
    );
  });

  test("the configuration names an unknown generator", async () => {
    const root = project();
    writeTree(root, { "codegen.config.json": `{ "generators": ["deepcpy"] }` });
    expect(await faultOf(root, "--against", "v1")).toContain("config/generator: unknown generator deepcpy");
  });

  test("no temporary folder can be made", async () => {
    const root = project();
    vi.stubEnv("TMPDIR", join(root, "missing"));
    const { stderr, status } = await runHere(root, ["breaking", "--against", "v1"]).finally(() => vi.unstubAllEnvs());
    expect(status).toBe(2);
    expect(stderr).toMatch(/^codegen: no temporary folder can be made: /);
  });

  test("a package has no sources", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "package"));
    writeFileSync(join(folder, "package/index.d.ts"), "export {};\n");
    execFileSync("tar", ["czf", "old.tgz", "package"], { cwd: folder });
    expect(await faultOf(apiProject(now), "--against", join(folder, "old.tgz"))).toContain(
      "contains no TypeScript sources, so its types cannot be compared",
    );
  });

  test("a file is not a package", async () => {
    expect(await faultOf(project(), "--against", "package.json")).toContain("is not a compressed tar archive");
  });

  test.each([
    [`{`, "is not JSON"],
    [`{}`, "must have the form "],
    [`{"accepted": [}`, "is not JSON: Unexpected token"],
    [`{"accepted": [{"code": "a", "kind": "b", "path": ""}]}`, "accepted[0] needs a reason"],
    [
      `{"accepted": [{"code": "a", "kind": "b", "path": "", "reason": "c", "until": "soon"}]}`,
      "accepted[0] has an invalid date",
    ],
  ])("the accepted changes are %s", async (text, fault) => {
    const root = project();
    writeTree(root, { "breaking.accepted.json": text });
    expect(await faultOf(root, "--against", "v1")).toContain(fault);
  });
});

describe("accepted changes", () => {
  const entry = { code: "removed-field", kind: "v1.Pizza", path: "spec.b", reason: "no client uses it" };
  const accepting = (...accepted: readonly object[]) => {
    const root = gitProject(old);
    writeTree(root, { ...now, "breaking.accepted.json": JSON.stringify({ accepted }) });
    return root;
  };

  test("do not count, and their reason is printed", async () => {
    const { stdout, stderr, status } = await breaking(accepting(entry), "--against", "v1", "--seed", "7");
    expect(status).toBe(0);
    expect(stderr).toContain("info breaking/removed-field: ");
    expect(stderr).toContain("    accepted: no client uses it\n");
    expect(stdout).toBe("compared with v1: 1 breaking (1 accepted), 0 unknown, 0 compatible (seed 7)\n");
    const json = await breaking(accepting(entry), "--against", "v1", "--format", "json");
    expect(JSON.parse(json.stdout)).toMatchObject({ changes: [{ accepted: { reason: "no client uses it" } }] });
  });

  test("count again after their last day, with a warning", async () => {
    const { stderr, status } = await breaking(accepting({ ...entry, until: "2020-01-01" }), "--against", "v1");
    expect(status).toBe(1);
    expect(stderr).toContain("removed-field of v1.Pizza spec.b has no effect, because the entry expired on 2020-01-01");
    const later = await breaking(accepting({ ...entry, until: "9999-01-01" }), "--against", "v1");
    expect(later.status).toBe(0);
  });

  test("that match nothing are a warning", async () => {
    const { stderr, status } = await breaking(accepting(entry, { ...entry, path: "spec.x" }), "--against", "v1");
    expect(status).toBe(0);
    expect(stderr).toContain(
      "codegen: warning: breaking.accepted.json: removed-field of v1.Pizza spec.x matches no change",
    );
  });

  test("are updated: matching entries stay, others go, new ones need a reason", async () => {
    const root = accepting({ ...entry, path: "spec.x" });
    const { stderr, status } = await runHere(root, ["breaking", "--against", "v1", "--update-accepted"]);
    expect(status).toBe(0);
    expect(stderr).toContain("Write the missing reasons: 1");
    const added = { code: "breaking/removed-field", kind: "v1.Pizza", path: "spec.b", reason: "" };
    expect(JSON.parse(readTree(root)["breaking.accepted.json"] ?? "")).toEqual({ accepted: [added] });
    expect((await breaking(root, "--against", "v1")).status).toBe(2);
  });
});

test("a folder of types with the name of the command is named with ./", async () => {
  const types = Object.fromEntries(
    Object.entries(old).map(([path, text]) => [path.replace("apis/", "breaking/"), text]),
  );
  const root = gitProject(types);
  const { stderr, status } = await breaking(root, "./breaking", "--against", "v1");
  expect(stderr).toBe(
    "codegen: note: breaking is a command; to generate code for the folder of this name, write ./breaking\n",
  );
  expect(status).toBe(0);
});

describe("the formats", () => {
  test("json has all properties of the interface", async () => {
    const root = gitProject(old);
    writeTree(root, now);
    const { stdout, stderr } = await breaking(root, "--against", "v1", "--format", "json", "--seed", "7");
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      against: "v1",
      seed: 7,
      changes: [
        {
          code: "breaking/removed-field",
          class: "wire",
          severity: "breaking",
          kind: "v1.Pizza",
          path: "spec.b",
          file: "apis/shop/v1/types.ts",
          line: 8,
          column: 18,
          message: "Spec.b was removed",
          hint: "keep the property, and state in its comment that it is deprecated",
          example,
        },
      ],
    });
  });

  test("github and sarif name the file, the line and the code", async () => {
    const root = gitProject(old);
    writeTree(root, now);
    const github = await breaking(root, "--against", "v1", "--format", "github");
    expect(github.stdout).toContain(
      "::error file=apis/shop/v1/types.ts,line=8,col=18,title=breaking/removed-field::Spec.b was removed (v1.Pizza spec.b)",
    );
    const sarif = await breaking(root, "--against", "v1", "--format", "sarif");
    expect(JSON.parse(sarif.stdout)).toMatchObject({
      runs: [{ results: [{ ruleId: "breaking/removed-field", level: "error" }] }],
    });
  });
});

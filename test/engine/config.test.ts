import { join } from "node:path";
import { readFileSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { resolveProject, type ProjectRequest } from "../../engine/config/project.js";
import { generatorNames, settingNames } from "../../engine/config/settings.js";
import { formatProblem } from "../../engine/base/problem.js";
import { generators } from "../../generators/index.js";
import { temporaryFolder, type Tree } from "./temporary-folder.js";

async function resolved(tree: Tree, request: Partial<ProjectRequest> = {}, below = "") {
  const root = temporaryFolder(tree);
  const result = await resolveProject({ cwd: join(root, below), paths: [], ...request });
  if (result.kind === "project") return { ...result.project, root: result.project.root.slice(root.length) };
  return result.kind === "usage" ? result.message : result.problems.map((problem) => formatProblem(problem));
}

const types = { "apis/a/types.ts": "" };

describe("the location of the configuration", () => {
  test("a project with the standard layout needs no configuration", async () => {
    expect(await resolved(types)).toMatchObject({ root: "", folders: ["apis"], settings: {} });
  });

  test("without a configuration and the standard folder, the message suggests codegen init", async () => {
    expect(await resolved({})).toMatch(/the folder "apis" does not exist.*codegen init/s);
  });

  test("codegen.config.json is found in a parent folder, and its paths are relative to it", async () => {
    const tree = { ...types, "codegen.config.json": `{"paths": ["apis/a"]}`, "package.json": "{}" };
    expect(await resolved(tree, {}, "apis/a")).toMatchObject({
      root: "",
      folders: ["apis/a"],
      configFile: "codegen.config.json",
    });
  });

  test("the key codegen of package.json is a configuration", async () => {
    expect(await resolved({ ...types, "package.json": `{"codegen": {"paths": ["./apis/a/"]}}` })).toMatchObject({
      folders: ["apis/a"],
      configFile: "package.json",
    });
  });

  test("--config names another configuration file", async () => {
    expect(
      await resolved(
        { ...types, "other/package.json": `{"codegen": {"strict": 1}}` },
        { configFile: "other/package.json" },
      ),
    ).toEqual(["package.json:1:24 error config/wrong-value: strict must be true or false\n    for example: true"]);
    const tree = { ...types, "conf/gen.json": `{"paths": ["api"]}`, "conf/api/types.ts": "" };
    expect(await resolved(tree, { configFile: "conf/gen.json" })).toMatchObject({
      root: "/conf",
      folders: ["api"],
      configFile: "gen.json",
    });
  });

  test("without a configuration, the root is the package folder in any working directory", async () => {
    const tree = { "package.json": "{}", "src/v1/types.ts": "", "src/v2/types.ts": "" };
    expect(await resolved(tree, { paths: ["v1", "../src/v2"] }, "src")).toMatchObject({
      root: "",
      folders: ["src/v1", "src/v2"],
    });
  });
});

describe("the search for the configuration ends at the project's folder", () => {
  test.each<readonly [string, Tree]>([
    [
      "codegen.config.json above a package.json",
      { "codegen.config.json": `{"paths": ["evil"]}`, "p/package.json": "{}" },
    ],
    ["codegen.config.json above .git", { "codegen.config.json": `{"paths": ["evil"]}`, "p/.git/HEAD": "" }],
    [
      "a key of a package.json above another one",
      { "package.json": `{"codegen": {"paths": ["evil"]}}`, "p/package.json": "{}" },
    ],
    ["a key of a package.json above .git", { "package.json": `{"codegen": {"paths": ["evil"]}}`, "p/.git/HEAD": "" }],
  ])("%s is not the project's configuration", async (_what, tree) => {
    expect(await resolved({ ...tree, "evil/types.ts": "", "p/apis/a/types.ts": "" }, {}, "p")).toMatchObject({
      root: "/p",
      folders: ["apis"],
      settings: {},
    });
  });

  test("the configuration is found from a folder of the project", async () => {
    const tree = {
      ...types,
      ".git/HEAD": "",
      "package.json": "{}",
      "codegen.config.json": `{"strict": true}`,
      "src/deep/x.ts": "",
    };
    expect(await resolved(tree, {}, "src/deep")).toMatchObject({
      root: "",
      settings: { strict: true },
      configFile: "codegen.config.json",
    });
  });
});

describe("a configuration of another user", () => {
  const tree = {
    ...types,
    "package.json": "{}",
    "codegen.config.json": `{"plugins": ["./evil.mjs"]}`,
    "evil.mjs": "globalThis.evil = true;",
  };
  const owners = (user: number | undefined, config: number, folder: number): Partial<ProjectRequest> => ({
    owners: { user, ownerOf: (path) => (path.endsWith("codegen.config.json") ? config : folder) },
  });

  test("is rejected, and its modules are not loaded", async () => {
    expect(await resolved(tree, owners(0, 1001, 0))).toMatch(
      /^the configuration .*codegen.config.json belongs to the user 1001, who is neither you nor/,
    );
    expect(await resolved(tree, owners(1000, 1001, 1000))).toMatch("belongs to the user 1001");
    expect(globalThis).not.toHaveProperty("evil");
  });

  test.each([
    ["the configuration of the same user", 1000, 1000, 1000],
    ["the configuration of the administrator", 1000, 0, 1000],
    ["the configuration of the folder's owner, as in a container,", 0, 1000, 1000],
    ["a configuration on a system without users", undefined, 1001, 1000],
  ])("%s is read", async (_what, user, config, folder) => {
    expect(await resolved(tree, owners(user, config, folder))).toMatchObject({ settings: { plugins: ["./evil.mjs"] } });
  });

  test("is read if the command names it", async () => {
    expect(await resolved(tree, { ...owners(0, 1001, 0), configFile: "codegen.config.json" })).toMatchObject({
      settings: { plugins: ["./evil.mjs"] },
    });
  });
});

describe("configurations without effect get a warning", () => {
  test.each(["codegen.config.js", "codegen.config.ts", "codegen.config.mjs"])("%s", async (name) => {
    expect(await resolved({ ...types, [name]: "" })).toMatchObject({
      warnings: [
        {
          code: "config/not-read",
          message: `codegen does not read ${name}: the configuration must be a JSON file`,
          position: { file: name },
        },
      ],
    });
  });

  test("the key codegen of package.json beside codegen.config.json", async () => {
    expect(
      await resolved({ ...types, "codegen.config.json": "{}", "package.json": `{\n  "codegen": {}\n}` }),
    ).toMatchObject({
      warnings: [
        {
          code: "config/two-configurations",
          severity: "warning",
          position: { file: "package.json", line: 2, column: 3 },
        },
      ],
    });
  });
});

test("a named folder must be in the project after its links are resolved", async () => {
  const outside = temporaryFolder(types);
  const root = temporaryFolder({ ...types, "package.json": "{}" });
  symlinkSync(join(outside, "apis/a"), join(root, "apis/x"));
  symlinkSync(join(root, "apis/a"), join(root, "apis/y"));
  const asked = (path: string) => resolveProject({ cwd: root, paths: [path] });
  expect(await asked("apis/x")).toMatchObject({
    kind: "usage",
    message: expect.stringMatching(
      /^apis\/x is a symbolic link to .*, which is outside the project's folder/,
    ) as string,
  });
  expect(await asked("apis/y")).toMatchObject({ kind: "project", project: { folders: ["apis/y"] } });
});

describe("paths", () => {
  test("can be globs and can contain backslashes", async () => {
    const tree = {
      "src/a/v1/types.ts": "",
      "src/b/v1/types.ts": "",
      "src/b/v2/types.ts": "",
      "codegen.config.json": String.raw`{"paths": ["src/*/v1", ".\\src\\b\\v2"]}`,
    };
    expect(await resolved(tree)).toMatchObject({ folders: ["src/a/v1", "src/b/v1", "src/b/v2"] });
  });

  test("the path of a file means its folder", async () => {
    expect(await resolved(types, { paths: ["apis/a/types.ts", "apis/a"] })).toMatchObject({ folders: ["apis/a"] });
  });

  test("a misspelt folder in the configuration is a problem at its position, with a suggestion", async () => {
    expect(await resolved({ ...types, "codegen.config.json": `{\n  "paths": [\n    "apiss"\n  ]\n}` })).toEqual([
      "codegen.config.json:3:5 error config/no-such-folder: the folder apiss does not exist\n    did you mean apis?",
    ]);
  });

  test("a misspelt folder on the command line is a usage error", async () => {
    expect(await resolved(types, { paths: ["apus"] })).toBe("the folder apus does not exist\n    did you mean apis?");
    expect(await resolved(types, { paths: ["nothing/*"] })).toBe("no folder matches the pattern nothing/*");
    expect(await resolved(types, { paths: [".."] })).toMatch("outside the project");
  });
});

describe("problems of the configuration have a line and a column", () => {
  test.each([
    [
      "an unknown key",
      `{\n  "path": ["apis"]\n}`,
      `2:3 error config/unknown-key: unknown key "path"\n    did you mean "paths"?`,
    ],
    [
      "a wrong value",
      `{"strict": "yes"}`,
      `1:12 error config/wrong-value: strict must be true or false\n    for example: true`,
    ],
    [
      "an element",
      `{"paths": ["apis", 3]}`,
      `1:20 error config/wrong-value: paths.1 must be a string that is not empty\n    did you mean "3"?`,
    ],
    [
      "an unknown file name",
      `{"outputs": {"deepcopy": {"deepcopy": "a\\";globalThis.PWN=1;\\".ts"}}}`,
      /1:39 error config\/wrong-value: outputs.deepcopy.deepcopy must be a file name of letters, digits/,
    ],
    [
      "no folders",
      `{"paths": []}`,
      "1:11 error config/wrong-value: paths must be a list that is not empty\n    remove the key to use the folder apis",
    ],
    [
      "no generators",
      `{"generators": []}`,
      "1:16 error config/wrong-value: generators must be a list that is not empty\n    remove the key to use all generators",
    ],
    [
      "a generator that is not a string",
      `{"generators": [true]}`,
      /1:17 error config\/wrong-value: generators.0 must be a string .*\n {4}the names of generators are .*, crd, deepcopy,/,
    ],
    [
      "a repeated key",
      `{\n  "strict": true,\n  "strict": false\n}`,
      `3:3 error config/repeated-key: the key "strict" occurs twice in this object, and JSON uses only the last value\n    remove one of them`,
    ],
    [
      "a repeated key in a nested object",
      `{"options": {"defaults": {}, "defaults": {}}}`,
      /1:30 error config\/repeated-key/,
    ],
    [
      "an output outside of the package",
      `{"outputs": {"deepcopy": {"deepcopy": "../copy.ts"}}}`,
      /1:39 error config\/wrong-value: outputs.deepcopy.deepcopy must be a file name/,
    ],
    [
      "a missing header",
      `{"header": "hack/header.txt"}`,
      `1:12 error config/header: the header file hack/header.txt does not exist\n    correct the file, or remove the key`,
    ],
    [
      "not an object",
      `[]`,
      `1:1 error config/wrong-value: the configuration must be an object\n    for example: {"paths":["apis"]}`,
    ],
    [
      "a trailing comma",
      `{"paths": ["apis"],}`,
      `1:20 error config/syntax: the configuration can't be read: unexpected \`}\`\n    remove the comma before it: JSON allows no comma after the last element`,
    ],
    ["a comment", `{\n  // ours\n}`, /2:3 error config\/syntax: .*\n {4}remove the comment: JSON allows no comments$/],
    ["other quotes", `{'paths': []}`, /1:2 error config\/syntax: .*\n {4}write strings in double quotes$/],
    ["an empty file", "", /1:1 error config\/syntax: .*\n {4}for a configuration without settings, write \{\}$/],
    ["not JSON", `{\n  "paths": [,]\n}`, "2:13 error config/syntax: the configuration can't be read: unexpected `,`"],
  ])("%s", async (_, text, expected) => {
    const result = await resolved({ ...types, "codegen.config.json": text });
    expect(result).toEqual([
      typeof expected === "string" ? `codegen.config.json:${expected}` : (expect.stringMatching(expected) as string),
    ]);
  });

  test("the problem of a key in package.json has a position there", async () => {
    expect(
      await resolved({ ...types, "package.json": `{\n  "name": "x",\n  "codegen": { "stritc": true }\n}` }),
    ).toEqual([`package.json:3:16 error config/unknown-key: unknown key "stritc"\n    did you mean "strict"?`]);
  });

  test("all problems are reported together", async () => {
    expect(await resolved({ ...types, "codegen.config.json": `{"a": 1, "strict": 2, "plurals": []}` })).toHaveLength(3);
  });
});

test("a header file must contain only comments", async () => {
  for (const ending of ["\r", "\u2028", "\u2029"]) {
    expect(
      await resolved({ ...types, "header.txt": `// x${ending}globalThis.PWN = 1\n` }, { headerFile: "header.txt" }),
    ).toMatch("comments only");
  }
  const tree = { ...types, "header.txt": "Copyright YEAR\n", "ok.txt": "/*\nCopyright YEAR Acme.\n*/\r\n// more\r\n" };
  expect(await resolved(tree, { headerFile: "header.txt" })).toMatch("comments only");
  expect(await resolved(tree, { headerFile: "ok.txt" })).toMatchObject({
    header: "/*\nCopyright YEAR Acme.\n*/\n// more",
  });
});

test("hints name all generators", () => {
  expect(generatorNames).toEqual(generators.map(({ name }) => name).sort());
});

test("the published schema describes the same keys", () => {
  const schema = JSON.parse(
    readFileSync(new URL("../../docs/codegen.config.schema.json", import.meta.url), "utf8"),
  ) as { properties: object; additionalProperties: boolean };
  expect(Object.keys(schema.properties).sort()).toEqual([...settingNames].sort());
  expect(schema.additionalProperties).toBe(false);
});

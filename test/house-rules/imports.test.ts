import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { importsOf, isGenerated, read, sourceFiles } from "./source-files.js";

interface Rule {
  /** Top-level folders, or folders in them, that files of this folder may import. */
  readonly folders: readonly string[];
  /** npm packages that files of this folder may import; with `only`, in that file or folder. */
  readonly packages: readonly (string | { readonly name: string; readonly only: string })[];
}

/**
 * The folders of the runtime that the generating half imports, too: with the files of
 * runtime/tsconfig.shared.json, they are all that they import themselves.
 */
const shared = ["runtime/cel", "runtime/crd", "runtime/questions", "runtime/rules", "runtime/schema"];

/** The permitted imports of each top-level folder, as in the table of docs/architecture.md. */
const rules: Record<string, Rule> = {
  cmd: {
    folders: ["engine", "generators", "apis", ...shared],
    packages: [
      "commander",
      { name: "@dagrejs/dagre", only: "cmd/codegen/reference/picture/" },
      { name: "diff", only: "cmd/codegen/" },
      { name: "yaml", only: "cmd/codegen/import/" },
      { name: "yaml", only: "cmd/codegen/cel/" },
      { name: "rolldown", only: "cmd/bundle/" },
      { name: "@apimachinery/runtime", only: "cmd/pizza-apiserver/" },
      { name: "@apimachinery/client", only: "cmd/pizza-apiserver/" },
      { name: "@apimachinery/apiserver", only: "cmd/pizza-" },
    ],
  },
  engine: {
    folders: [],
    packages: [
      { name: "ts-morph", only: "engine/load/" },
      { name: "handlebars", only: "engine/print/template/" },
      { name: "prettier", only: "engine/base/format.ts" },
      { name: "oxfmt", only: "engine/base/format.ts" },
      { name: "@humanwhocodes/momoa", only: "engine/config/" },
      { name: "tinyglobby", only: "engine/config/" },
      { name: "protobufjs", only: "engine/load/proto/" },
      { name: "import-meta-resolve", only: "engine/config/plugin/plugin.ts" },
    ],
  },
  generators: { folders: ["engine", ...shared], packages: [] },
  // The generated code of meta/v1 imports the runtime by its package name.
  runtime: {
    folders: [],
    packages: [
      { name: "fast-check", only: "runtime/testing/" },
      { name: "re2js", only: "runtime/pattern/" },
      { name: "protobufjs", only: "runtime/protobuf/" },
      { name: "@apimachinery/runtime", only: "runtime/meta/v1/zz_generated." },
    ],
  },
  client: { folders: [], packages: ["@apimachinery/runtime", "yaml", "undici"] },
  apiserver: {
    folders: [],
    packages: [
      "@apimachinery/runtime",
      "@apimachinery/client",
      { name: "lmdb", only: "apiserver/storage/embedded/" },
      { name: "@grpc/grpc-js", only: "apiserver/storage/etcd3/" },
      { name: "@noble/ciphers", only: "apiserver/storage/encryption/" },
      { name: "jose", only: "apiserver/authentication/jwt/" },
      "@peculiar/x509",
      "commander",
      "pino",
      "protobufjs",
      "ws",
      "@opentelemetry/api",
      "prom-client",
      "reflect-metadata",
      "yaml",
    ],
  },
  apis: {
    folders: [],
    packages: ["@apimachinery/runtime", "fast-check", "vitest"],
  },
  // Only the fake clientset may need the server.
  generated: {
    folders: ["apis"],
    packages: [
      "@apimachinery/client",
      "@apimachinery/runtime",
      { name: "@apimachinery/apiserver", only: "generated/clientset/fake.ts" },
    ],
  },
  // Examples are users' packages, which import only published packages.
  examples: {
    folders: [],
    packages: ["@apimachinery/runtime", "@apimachinery/client", "@apimachinery/apiserver", "fast-check", "vitest"],
  },
};

describe("import direction", () => {
  const files = sourceFiles();
  for (const [folder, rule] of Object.entries(rules)) {
    test(`${folder} imports only permitted folders and packages`, () => {
      const own = files.filter((path) => path.startsWith(`${folder}/`));
      expect(own.length, "files in the folder").toBeGreaterThan(0);
      const wrong = own.flatMap((path) =>
        importsOf(read(path))
          .filter((specifier) => !allowed(path, specifier, folder, rule))
          .map((specifier) => `${path} imports ${specifier}`),
      );
      expect(wrong).toEqual([]);
    });
  }
});

/** Returns the files of this project from which a file imports or exports, also only types. */
function importedFiles(path: string): readonly string[] {
  return importsOf(read(path))
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(path), specifier).replace(/\.js$/, ".ts"));
}

/** Returns the imports of layers above, of the files in the layers of a folder. */
function upwardImports(folder: string, layers: readonly string[]): readonly string[] {
  const layerOf = (path: string) => layers.findIndex((layer) => path.startsWith(`${folder}/${layer}/`));
  return sourceFiles()
    .filter((path) => layerOf(path) >= 0)
    .flatMap((path) =>
      importedFiles(path)
        .filter((target) => layerOf(target) > layerOf(path))
        .map((target) => `${path} imports ${target}`),
    );
}

/**
 * Returns the folders in the first table of folders of a page, the lowest layer first: a folder
 * imports only folders above it in the table.
 */
function layersIn(page: string): readonly string[] {
  const [, table = ""] = /\n\| folder \| contents? \|\n(.*?)\n\n/s.exec(read(page)) ?? [];
  return table
    .split("\n")
    .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([\w-]+)\/?`/g)].map(([, name = ""]) => name));
}

/** The folders that are no generators but are shared by several. */
const sharedFolders = layersIn("generators/README.md");

describe("the layers of generators", () => {
  const files = sourceFiles().filter((path) => /^generators\/.*\//.test(path));
  const folderOf = (path: string): string => path.split("/")[1] ?? "";
  const folders = [...new Set(files.map(folderOf))];

  test("every shared folder exists, and the map describes each folder", () => {
    expect(sharedFolders.filter((layer) => !folders.includes(layer))).toEqual([]);
    const text = read("generators/README.md");
    expect(folders.filter((folder) => !text.includes(`| \`${folder}\` |`))).toEqual([]);
  });

  test("a folder is a generator or shared", () => {
    const generators = folders.filter((folder) => !sharedFolders.includes(folder));
    expect(generators.filter((folder) => !files.includes(`generators/${folder}/index.ts`))).toEqual([]);
  });

  test("no shared folder imports a folder above it", () => {
    expect(upwardImports("generators", sharedFolders)).toEqual([]);
  });

  test("a generator imports no other generator, and neither does a shared folder", () => {
    const wrong = files.flatMap((path) =>
      importsOf(read(path))
        .map((specifier) => posix.join(posix.dirname(path), specifier))
        .filter((target) => target.startsWith("generators/"))
        .filter((target) => ![folderOf(path), ...sharedFolders].includes(folderOf(target)))
        .map((target) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe.each([
  { folder: "apiserver", map: "apiserver/ARCHITECTURE.md" },
  { folder: "engine", map: "engine/README.md" },
  { folder: "runtime", map: "runtime/ARCHITECTURE.md", entries: ["cel.ts", "index.ts"] },
  { folder: "runtime/cel", map: "runtime/cel/README.md" },
])("the layers of $folder", ({ folder, map, entries = ["index.ts"] }) => {
  const layers = layersIn(map);

  test("the map describes every folder once", () => {
    const folders = sourceFiles().flatMap((path) => {
      if (!path.startsWith(`${folder}/`)) return [];
      const [layer = "", ...rest] = path.slice(folder.length + 1).split("/");
      return rest.length > 0 ? [layer] : [];
    });
    expect([...new Set(folders)].sort()).toEqual([...layers].sort());
  });

  test("no folder imports a folder above it", () => {
    expect(upwardImports(folder, layers)).toEqual([]);
  });

  test("every file is in a layer, except for entries, which no layer imports", () => {
    const paths = entries.map((entry) => `${folder}/${entry}`);
    const own = sourceFiles().filter((path) => path.startsWith(`${folder}/`));
    expect(own.filter((path) => !path.slice(folder.length + 1).includes("/")).sort()).toEqual(paths);
    expect(own.filter((path) => importedFiles(path).some((target) => paths.includes(target)))).toEqual([]);
  });
});

describe("the comparison of two states", () => {
  const folder = "cmd/codegen/breaking";

  test("no layer imports a layer above it", () => {
    expect(upwardImports(folder, ["form", "compare", "samples", "read", "state"])).toEqual([]);
  });

  test("the form, the comparison and the samples know neither the model nor the generators", () => {
    const pure = sourceFiles().filter((path) => /^cmd\/codegen\/breaking\/(form|compare|samples)\//.test(path));
    expect(pure.length).toBeGreaterThan(10);
    const outside = pure.flatMap((path) =>
      importsOf(read(path))
        .map((specifier) => posix.join(posix.dirname(path), specifier))
        .filter(
          (target) =>
            !target.startsWith(folder) &&
            !/^(engine\/(base\/(define-problems|problem)|util\/[\w-]+)|runtime\/(crd\/index|schema\/(limits|schema)))\.js$/.test(
              target,
            ),
        ),
    );
    expect(outside).toEqual([]);
  });
});

/** Returns the first cycle of imports of values among files; undefined if there is none. */
function cycleAmong(files: readonly string[]): readonly string[] | undefined {
  const imports = new Map(files.map((path) => [path, importedValues(path)]));
  const finished = new Set<string>();
  const cycleFrom = (path: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (finished.has(path)) return undefined;
    finished.add(path);
    for (const other of imports.get(path) ?? []) {
      if (!imports.has(other)) continue;
      const cycle = cycleFrom(other, [...way, path]);
      if (cycle !== undefined) return cycle;
    }
    return undefined;
  };
  return files.map((path) => cycleFrom(path, [])).find((cycle) => cycle !== undefined);
}

test("no hand-written files import values from each other in a cycle", () => {
  // Generated files import hand-written functions, and these can call generated ones.
  const files = sourceFiles().filter((path) => Object.hasOwn(rules, path.split("/")[0] ?? "") && !isGenerated(path));
  expect(files.length).toBeGreaterThan(1000);
  expect(cycleAmong(files)).toBe(undefined);
});

/** Returns the files from which a file imports or exports values, not only types. */
function importedValues(path: string): readonly string[] {
  return [...read(path).matchAll(/^(?:import|export) (?!type )(\{[^}]*\}|[^"]*?) from "(\.[^"]*)";/gm)]
    .filter(([, names = ""]) => !/^\{(\s*type [^,}]*,?)*\s*\}$/.test(names))
    .map(([, , specifier = ""]) => posix.join(posix.dirname(path), specifier).replace(/\.js$/, ".ts"));
}

test("an example depends on exactly the packages that its code imports", () => {
  const example = "examples/cafe";
  const manifest = JSON.parse(read(`${example}/package.json`)) as {
    readonly dependencies: object;
    readonly devDependencies: object;
  };
  const packages = new Set(
    sourceFiles()
      .filter((path) => path.startsWith(`${example}/`))
      .flatMap((path) => importsOf(read(path)))
      .filter((name) => !/^(\.|node:)/.test(name))
      .map(packageOf),
  );
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  // No code imports the packages of the commands. The runtime's fuzzers import fast-check.
  expect(declared.sort()).toEqual([...packages, "@apimachinery/codegen", "fast-check", "typescript"].sort());
});

function allowed(path: string, specifier: string, folder: string, rule: Rule): boolean {
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(path), specifier);
    return [folder, ...rule.folders].some((one) => target.startsWith(`${one}/`));
  }
  if (specifier.startsWith("node:"))
    return (
      ["engine", "cmd", "client", "apiserver"].includes(folder) ||
      (folder === "generators" && specifier === "node:path")
    );
  const name = packageOf(specifier);
  return rule.packages.some((entry) =>
    typeof entry === "string" ? entry === name : entry.name === name && path.startsWith(entry.only),
  );
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Returns a file and all files whose values it imports, directly or through other files. */
function loadedBy(entry: string): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const path of found)
    for (const [, specifier = ""] of read(path).matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)\.js";/gm))
      found.add(`${posix.join(posix.dirname(path), specifier)}.ts`);
  return found;
}

test("programs without patterns and CEL rules do not load re2js, which a project then need not install", () => {
  const { exports } = JSON.parse(read("runtime/package.json")) as { exports: Record<string, { types?: string }> };
  const entries = Object.entries(exports).flatMap(([name, { types = "" }]) =>
    types === "" ? [] : [[name, types.replace("./dist/", "runtime/").replace(".d.ts", ".ts")] as const],
  );
  expect(entries.length).toBeGreaterThan(8);
  const needing = entries.filter(([, path]) =>
    [...loadedBy(path)].some((file) => importsOf(read(file)).includes("re2js")),
  );
  expect(needing.map(([name]) => name)).toEqual(["./pattern", "./cel", "./cel/printed"]);
});

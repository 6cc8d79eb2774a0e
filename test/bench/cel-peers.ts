import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Evaluates a rule with values whose ints are bigints. */
export type Evaluate = (self: unknown, oldSelf: unknown) => unknown;

/** Another implementation of CEL. */
export interface CELPeer {
  readonly name: string;
  /** Returns the values that the implementation needs, which are made before the measurement. */
  readonly convert: (json: unknown) => unknown;
  /** @throws an error for a rule that the implementation cannot compile */
  readonly compile: (rule: string) => Evaluate;
}

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = join(root, "node_modules/.cache/cel-peers");
const packages = ["@marcbachmann/cel-js@8.0.0", "@bufbuild/cel@0.6.1"];

/** The parts of the peers' modules that the benchmark uses. */
interface CELJS {
  readonly Environment: new (options: { enableOptionalTypes: boolean }) => CELJSEnvironment;
}
interface CELJSEnvironment {
  registerVariable(name: string, type: string): CELJSEnvironment;
  parse(rule: string): (variables: Readonly<Record<string, unknown>>) => unknown;
}
interface BufbuildCEL {
  readonly celEnv: (options: { funcs: unknown }) => unknown;
  readonly parse: (rule: string) => unknown;
  readonly plan: (environment: unknown, expression: unknown) => (variables: unknown) => unknown;
}

/** Installs other implementations in a temporary folder; returns the reason if that fails. */
export async function loadCELPeers(): Promise<readonly CELPeer[] | string> {
  try {
    if (!existsSync(join(folder, "node_modules/@bufbuild/cel"))) install();
    const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, "node_modules", path)).href);
    const celJS = (await load("@marcbachmann/cel-js/lib/index.js")) as CELJS;
    const bufbuild = (await load("@bufbuild/cel/dist/esm/index.js")) as BufbuildCEL;
    const { strings } = (await load("@bufbuild/cel/dist/esm/ext/index.js")) as { readonly strings: unknown };
    return [ofCELJS(celJS), ofBufbuild(bufbuild, strings)];
  } catch (error) {
    return String(error).split("\n", 1)[0] ?? "";
  }
}

function install(): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", ...packages], {
    cwd: folder,
    stdio: "ignore",
    timeout: 180_000,
  });
}

function ofCELJS({ Environment }: CELJS): CELPeer {
  const environment = new Environment({ enableOptionalTypes: true })
    .registerVariable("self", "map")
    .registerVariable("oldSelf", "map");
  return {
    name: "@marcbachmann/cel-js 8",
    convert: (json) => withBigInts(json, Object.fromEntries),
    compile(rule) {
      const run = environment.parse(rule);
      return (self, oldSelf) => run({ self, oldSelf });
    },
  };
}

function ofBufbuild({ celEnv, parse, plan }: BufbuildCEL, strings: unknown): CELPeer {
  const environment = celEnv({ funcs: strings });
  return {
    name: "@bufbuild/cel 0.6",
    convert: (json) => withBigInts(json, (entries) => new Map(entries)),
    compile(rule) {
      const run = plan(environment, parse(rule));
      return (self, oldSelf) => run({ self, oldSelf });
    },
  };
}

function withBigInts(json: unknown, objectOf: (entries: readonly (readonly [string, unknown])[]) => unknown): unknown {
  if (typeof json === "number") return BigInt(json);
  if (Array.isArray(json)) return json.map((item) => withBigInts(item, objectOf));
  if (typeof json !== "object" || json === null) return json;
  return objectOf(Object.entries(json).map(([key, value]) => [key, withBigInts(value, objectOf)] as const));
}

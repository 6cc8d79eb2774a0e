import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Pizza } from "../../apis/restaurant/v1beta1/types.js";
import type { Pod } from "./apis/workloads/v1/types.js";
import { withTags } from "./typia-tags.js";

/**
 * Functions that typia generates for the two sample types. They copy objects, check their types, or
 * parse JSON and check its types. Strict parsers also check for unknown fields.
 */
export interface Typia {
  readonly clonePizza: (input: Pizza) => unknown;
  readonly clonePod: (input: Pod) => unknown;
  readonly parsePizza: (text: string) => unknown;
  readonly parsePod: (text: string) => unknown;
  readonly parsePizzaStrictly: (text: string) => unknown;
  readonly parsePodStrictly: (text: string) => unknown;
  readonly isPizza: (input: Pizza) => boolean;
  readonly isPod: (input: Pod) => boolean;
  /** Checks the types and the rules of the OpenAPI definition. */
  readonly isValidPizza: (input: Pizza) => boolean;
  readonly isValidPod: (input: Pod) => boolean;
}

/**
 * The last major version of typia that works with TypeScript 5. The next major version downloads a
 * compiler at first use.
 */
const packages = ["typia@12.2.1", "ts-patch@3.3.0", "typescript@5.9.3"];

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = join(root, "node_modules/.cache/typia");

/**
 * Installs typia in a temporary folder, compiles its functions for the types and loads them.
 * @returns the functions, or the reason why they are not available
 */
export async function loadTypia(): Promise<Typia | string> {
  const compiled = join(folder, "out", folder, "peer.js");
  try {
    if (!existsSync(compiled) || !isCurrent()) compile();
    return (await import(pathToFileURL(compiled).href)) as Typia;
  } catch (error) {
    return String(error).split("\n", 1)[0] ?? "";
  }
}

function compile(): void {
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, "out"), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", ...packages], {
    cwd: folder,
    stdio: "ignore",
    timeout: 180_000,
  });
  execFileSync(join(folder, "node_modules/.bin/tspc"), ["-p", "."], { cwd: folder, stdio: "ignore", timeout: 180_000 });
}

/** Reports whether typia was compiled from the current types. */
function isCurrent(): boolean {
  return Object.entries(files).every(([name, text]) => {
    const file = join(folder, name);
    return existsSync(file) && readFileSync(file, "utf8") === text;
  });
}

const compilerOptions = {
  target: "ES2022",
  module: "NodeNext",
  moduleResolution: "NodeNext",
  strict: true,
  skipLibCheck: true,
  types: [],
  rootDir: "/",
  outDir: "out",
  plugins: [{ transform: "typia/lib/transform" }],
};

const pizzaTypes = "apis/restaurant/v1beta1/types.js";
const podTypes = "test/bench/apis/workloads/v1/types.js";

const source = `import typia from "typia";
import type { Pizza } from ${JSON.stringify(join(root, pizzaTypes))};
import type { Pod } from ${JSON.stringify(join(root, podTypes))};
import type { Pizza as TaggedPizza } from "./pizza.js";
import type { Pod as TaggedPod } from "./pod.js";
/** Compares all pairs, which is the fastest way for short lists. */
function hasUniqueKeys(list: readonly Readonly<Record<string, unknown>>[], key: string): boolean {
  for (let at = 1; at < list.length; at++)
    for (let before = 0; before < at; before++) if (list[at]![key] === list[before]![key]) return false;
  return true;
}
export const functions = [hasUniqueKeys];
const equalsPizza = typia.createEquals<Pizza>();
const equalsPod = typia.createEquals<Pod>();
const strictly = (equals: (value: unknown) => boolean) => (text: string) => {
  const value = JSON.parse(text);
  if (!equals(value)) throw new Error("not of the type");
  return value;
};
export const clonePizza = typia.misc.createClone<Pizza>();
export const clonePod = typia.misc.createClone<Pod>();
export const parsePizza = typia.json.createIsParse<Pizza>();
export const parsePod = typia.json.createIsParse<Pod>();
export const parsePizzaStrictly = strictly(equalsPizza);
export const parsePodStrictly = strictly(equalsPod);
export const isPizza = typia.createIs<Pizza>();
export const isPod = typia.createIs<Pod>();
export const isValidPizza = typia.createIs<TaggedPizza>();
export const isValidPod = typia.createIs<TaggedPod>();
`;

const typesOf = (path: string): string => readFileSync(join(root, path.replace(/js$/, "ts")), "utf8");

const files: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ private: true, type: "module" }),
  "tsconfig.json": JSON.stringify({ compilerOptions, files: ["peer.ts"] }),
  "peer.ts": source,
  "pizza.ts": withTags(typesOf(pizzaTypes)),
  "pod.ts": withTags(typesOf(podTypes)),
};

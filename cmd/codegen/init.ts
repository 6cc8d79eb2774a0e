import { readdirSync } from "node:fs";
import { installedVersion } from "../../engine/installed.js";
import { exit, type ExitCode } from "./exit.js";
import { layOut, type NewFile } from "./scaffold/files.js";
import { addScripts, isModule } from "./scaffold/manifest.js";
import { createExample } from "./create.js";
import type { Terminal } from "./terminal.js";

const tsconfig: NewFile = {
  path: "tsconfig.json",
  text: `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "NodeNext",
    "moduleResolution": "NodeNext",
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "skipLibCheck": true,
    "sourceMap": true,
    "noEmitOnError": true,
    "rootDir": ".",
    "outDir": "dist"
  },
  "include": ["apis", "src"]
}
`,
};

/** Tests run the TypeScript sources, and not the output of tsc. */
const vitestConfig: NewFile = {
  path: "vitest.config.ts",
  text: `import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({ test: { exclude: [...configDefaults.exclude, "dist/**"] } });
`,
};

/** A server of the project stores its objects and keys in `<name>.local`. */
const gitIgnore: NewFile = {
  path: ".gitignore",
  text: `node_modules/
dist/
*.local/
kubeconfig
`,
};

const gitAttributes: NewFile = {
  path: ".gitattributes",
  text: `zz_generated.* text eol=lf linguist-generated=true
generated/** text eol=lf linguist-generated=true
`,
};

const needed = [
  { name: "@apimachinery/runtime", flag: "" },
  { name: "@apimachinery/codegen", flag: "-D " },
  { name: "typescript", flag: "-D " },
  { name: "fast-check", flag: "-D " },
  { name: "vitest", flag: "-D " },
];

/**
 * Reports whether the folder has a configuration of vite or vitest, which a new one would override.
 */
function hasViteConfig(root: string): boolean {
  return readdirSync(root).some((name) => /^vite(st)?\.config\.[cm]?[jt]s$/.test(name) && name !== vitestConfig.path);
}

/**
 * Runs `codegen init`: turns the folder into a project for API types. A second run changes nothing.
 */
export function init(terminal: Terminal): ExitCode {
  const root = terminal.cwd;
  const manifest = addScripts(root);
  if (manifest === undefined) {
    terminal.err("codegen: package.json is not a JSON object; nothing was changed\n");
    return exit.usage;
  }
  const done = [
    ...manifest,
    ...layOut(root, [tsconfig, ...(hasViteConfig(root) ? [] : [vitestConfig]), gitIgnore, gitAttributes]),
  ];
  const missing = needed.filter(({ name }) => installedVersion(root, name) === undefined);
  const installs = ["", "-D "].flatMap((flag) => {
    const packages = missing.filter((wanted) => wanted.flag === flag).map(({ name }) => name);
    return packages.length === 0 ? [] : [`npm i ${flag}${packages.join(" ")}`];
  });
  // The user has to decide whether the project is an ES module, since the folder can contain
  // CommonJS modules.
  const module = isModule(root) ? [] : ["npm pkg set type=module"];
  const next = [...module, ...installs, `npx --no codegen ${createExample}`, "npm run generate"];
  terminal.out(`${done.join("\n")}\n\nNext:\n${next.map((line) => `  ${line}\n`).join("")}`);
  return exit.done;
}

import { installedVersion } from "../../engine/installed.js";
import { exit, type ExitCode } from "./exit.js";
import { layOut, type NewFile } from "./scaffold/files.js";
import { addScripts, isModule } from "./scaffold/manifest.js";
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
    "rootDir": ".",
    "outDir": "dist"
  },
  "include": ["apis", "src"]
}
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

/** `codegen init`: makes the folder a project that can hold API types. Run again, it changes nothing. */
export function init(terminal: Terminal): ExitCode {
  const root = terminal.cwd;
  const manifest = addScripts(root);
  if (manifest === undefined) {
    terminal.err("codegen: package.json is not a JSON object; nothing was changed\n");
    return exit.usage;
  }
  const done = [...manifest, ...layOut(root, [tsconfig, gitAttributes])];
  const missing = needed.filter(({ name }) => installedVersion(root, name) === undefined);
  const installs = ["", "-D "].flatMap((flag) => {
    const packages = missing.filter((wanted) => wanted.flag === flag).map(({ name }) => name);
    return packages.length === 0 ? [] : [`npm i ${flag}${packages.join(" ")}`];
  });
  // Theirs to decide: the folder may hold CommonJS of their own.
  const module = isModule(root) ? [] : ["npm pkg set type=module"];
  const next = [...module, ...installs, "npx codegen create api --group restaurant.example.com --version v1alpha1 --kind Pizza --namespaced", "npx codegen"];
  terminal.out(`${done.join("\n")}\n\nNext:\n${next.map((line) => `  ${line}\n`).join("")}`);
  return exit.done;
}

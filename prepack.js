// Builds the files that `npm pack` and `npm publish` put into the tarballs. Every package runs this
// script, and only the first run has something to compile. Outputs of deleted sources are removed.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));

/** The folders of outputs in the tarballs, each with the folder of its sources. */
const outputs = [
  ["dist/cmd/codegen", "cmd/codegen"],
  ["dist/engine", "engine"],
  ["dist/generators", "generators"],
  ["runtime/dist", "runtime"],
  ["client/dist", "client"],
  ["apiserver/dist", "apiserver"],
];

const filesIn = (folder, isSkipped = () => false) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        if (isSkipped(entry.name)) return [];
        const below = (path) => join(entry.name, path);
        return entry.isDirectory() ? filesIn(join(folder, entry.name), isSkipped).map(below) : [entry.name];
      })
    : [];

let isComplete = true;
for (const [output, source] of outputs) {
  for (const path of filesIn(join(root, output), (name) => name === "bundle")) {
    const script = join(root, source, path.replace(/(\.d\.ts|\.js|\.js\.map)$/, ".ts"));
    if (!existsSync(script)) rmSync(join(root, output, path));
  }
  const isSkipped = (name) => name === "dist" || name === "node_modules";
  for (const path of filesIn(join(root, source), isSkipped)) {
    const isCompiled = path.endsWith(".ts") && !/\.(d|test)\.ts$/.test(path);
    if (isCompiled && !existsSync(join(root, output, path.replace(/\.ts$/, ".js")))) isComplete = false;
  }
}

const run = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: "inherit" });
const compiler = "node_modules/typescript/bin/tsc";
// The other projects import the packages without a reference to their projects.
const packages = ["runtime", "client", "apiserver"];
for (const projects of [packages, []]) run(compiler, "-b", ...projects, ...(isComplete ? [] : ["--force"]));
run("dist/engine/print/template/parse-all.js", "templates", "dist/templates");
run("dist/cmd/bundle/main.js");

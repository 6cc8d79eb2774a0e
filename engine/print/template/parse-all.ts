import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parsedFile, parseTemplates } from "./read.js";

/**
 * @file A step of the build. `node parse-all.js templates dist/templates` writes the parsed
 * templates of each generator.
 */

const [from = "", to = ""] = process.argv.slice(2);
rmSync(to, { recursive: true, force: true });
for (const generator of readdirSync(from)) {
  mkdirSync(join(to, generator), { recursive: true });
  writeFileSync(join(to, generator, parsedFile), JSON.stringify(parseTemplates(join(from, generator))));
}

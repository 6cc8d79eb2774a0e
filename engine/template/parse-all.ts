import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parsedFile, parseTemplates } from "./read.js";

/** @file Part of the build: `node parse-all.js templates dist/templates` copies the generators' templates and puts their parsed form beside them. */

const [from = "", to = ""] = process.argv.slice(2);
rmSync(to, { recursive: true, force: true });
cpSync(from, to, { recursive: true });
for (const generator of readdirSync(to)) {
  const folder = join(to, generator);
  writeFileSync(join(folder, parsedFile), JSON.stringify(parseTemplates(folder, {})));
}

import { ESLint } from "eslint";
import { expect, test } from "vitest";
import { join } from "node:path";
import { repository } from "../interop/repository.js";
import { read } from "./source-files.js";

/** Rules that Oxlint does not have. `make lint` and `make test-all` check them with ESLint. */
const onlyESLint = [
  "@typescript-eslint/no-unsafe-class-instance-assignment",
  // caches.test.ts checks this rule in `make test`, too.
  "no-restricted-syntax",
];

type Setting = readonly [unknown, ...unknown[]];

test("Oxlint and ESLint have the same rules with the same options", async () => {
  const config = (await new ESLint({ cwd: repository }).calculateConfigForFile(
    join(repository, "runtime/index.ts"),
  )) as {
    readonly rules: Readonly<Record<string, Setting>>;
  };
  const ofESLint = Object.entries(config.rules)
    .filter(([name, [severity]]) => severity !== 0 && !onlyESLint.includes(name))
    .map(([name, [, ...options]]) => [name.replace("@typescript-eslint/", "typescript/"), options]);
  const oxlint = JSON.parse(read(".oxlintrc.json")) as { readonly rules: Readonly<Record<string, string | Setting>> };
  const ofOxlint = Object.entries(oxlint.rules).map(([name, setting]) => {
    const [severity, ...options] = typeof setting === "string" ? [setting] : setting;
    expect(severity, name).toBe("error");
    return [name, options];
  });
  expect(Object.fromEntries(ofOxlint)).toEqual(Object.fromEntries(ofESLint));
});

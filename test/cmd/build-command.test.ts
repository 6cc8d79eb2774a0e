import { expect, test } from "vitest";
import { buildCommand } from "../../cmd/codegen/dev.js";
import { temporaryFolder } from "../engine/temporary-folder.js";

test("codegen dev builds with the package manager that runs it", () => {
  const root = temporaryFolder({ "pnpm-lock.yaml": "" });
  const build = ["run", "--silent", "build"];
  expect(buildCommand(root, "/opt/yarn/bin/yarn.js")).toEqual([process.execPath, "/opt/yarn/bin/yarn.js", ...build]);
  expect(buildCommand(root, "/opt/bun/bun.exe")).toEqual(["/opt/bun/bun.exe", ...build]);
});

test("codegen dev that no package manager runs builds with that of the project", () => {
  expect(buildCommand(temporaryFolder({ "pnpm-lock.yaml": "" }), undefined)[0]).toBe("pnpm");
  expect(buildCommand(temporaryFolder({ "package.json": "{}" }), undefined)[0]).toBe("npm");
});

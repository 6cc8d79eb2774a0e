import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { apiProject, groupDoc, kind } from "./api-project.js";
import { runHere } from "./run-here.js";

const file = "hack/api-violations.list";
const configuration = JSON.stringify({ options: { openapi: { reportFilename: file } } });
const types = (version: string, fields: string): string =>
  `${kind(`shop.example.com/${version}`, "Order", fields, 'import type { ListMeta } from "@apimachinery/runtime";\n')}
export interface OrderList extends TypeMeta<"shop.example.com/${version}", "OrderList"> {
  metadata: ListMeta;
  items: Order[];
}
`;

function project(tree: { readonly [path: string]: string } = { "codegen.config.json": configuration }): string {
  return apiProject({
    "apis/shop/v1/doc.ts": groupDoc("shop.example.com"),
    "apis/shop/v1/types.ts": types("v1", "  parts: string[];"),
    "apis/other/v1/doc.ts": groupDoc("other.example.com"),
    "apis/other/v1/types.ts": types("v1", "  big_name: string;").replaceAll("shop.example", "other.example"),
    ...tree,
  });
}

const lines = `API rule violation: list_type_missing,apis/shop/v1,Order,parts
API rule violation: names_match,apis/other/v1,Order,big_name
`;

describe("violations of API rules", () => {
  test("are not reported without a report file", async () => {
    const { stderr, status } = await runHere(project({}), []);
    expect([stderr, status]).toEqual(["", 0]);
  });

  test("are errors until --update-report lists them", async () => {
    const root = project();
    const before = await runHere(root, []);
    expect(before.stderr).toMatch(
      "apis/other/v1/types.ts:6:3 error openapi/names-match: the name of the property Order.big_name",
    );
    expect(before.stderr).toMatch("apis/shop/v1/types.ts:6:3 error openapi/list-type-missing: the list Order.parts");
    expect([before.status, existsSync(join(root, file))]).toEqual([1, false]);
    expect((await runHere(root, ["--update-report"])).stdout).toMatch(`created ${file}\n`);
    expect(readFileSync(join(root, file), "utf8")).toBe(lines);
    for (const args of [[], ["--check"], []]) expect((await runHere(root, args)).status).toBe(0);
    writeFileSync(join(root, file), lines.split("\n").slice(1).join("\n"));
    expect((await runHere(root, [])).stderr).toMatch("error openapi/list-type-missing");
  });

  test("that do not exist any more are warnings at their line, and --update-report removes them", async () => {
    const root = project();
    await runHere(root, ["--update-report"]);
    writeFileSync(join(root, "apis/shop/v1/types.ts"), types("v1", "  parts: string;"));
    const { stderr, status } = await runHere(root, []);
    expect(stderr).toMatch(
      `${file}:1:1 warning openapi/stale-violation: the report lists a violation that no longer exists`,
    );
    expect(status).toBe(0);
    expect((await runHere(root, ["--strict"])).status).toBe(1);
    expect((await runHere(root, ["--check", "--update-report"])).stdout).toMatch(`-${lines.split("\n")[0] ?? ""}`);
    await runHere(root, ["--update-report"]);
    expect(readFileSync(join(root, file), "utf8")).toBe(lines.split("\n").slice(1).join("\n"));
  });

  test("of other folders are kept in a run for some folders", async () => {
    const root = project();
    await runHere(root, ["--update-report"]);
    writeFileSync(join(root, "apis/shop/v1/types.ts"), types("v1", "  parts: string[];\n  more: string[];"));
    writeFileSync(
      join(root, "apis/other/v1/types.ts"),
      types("v1", "  name: string;").replaceAll("shop.example", "other.example"),
    );
    const { stderr } = await runHere(root, ["apis/shop"]);
    expect(stderr).toMatch("Order.more");
    expect(stderr).not.toMatch("stale");
    await runHere(root, ["apis/shop", "--update-report"]);
    expect(readFileSync(join(root, file), "utf8")).toBe(
      `API rule violation: list_type_missing,apis/shop/v1,Order,more\n${lines}`,
    );
  });

  test("are in the file of --report-filename, which is relative to the current folder", async () => {
    const root = project();
    await runHere(join(root, "apis"), ["--report-filename", "mine.list", "--update-report"]);
    expect(readFileSync(join(root, "apis/mine.list"), "utf8")).toBe(lines);
    expect((await runHere(join(root, "apis"), ["--report-filename", "mine.list"])).status).toBe(0);
    expect((await runHere(root, [])).status).toBe(1);
  });
});

describe("the name of the report file", () => {
  test.each([
    [["--update-report"], "--update-report requires the name of a report file"],
    [["--report-filename", "../mine.list"], "--report-filename: ../mine.list must be a file in the project"],
    [["--report-filename", "a.list", "--update-report", "--watch"], "--watch cannot be used with --update-report"],
  ])("codegen %s is a wrong command line", async (args, message) => {
    const { stderr, status } = await runHere(project({}), args);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });

  test.each([7, "", "/tmp/x.list", "../x.list", "hack/"])("%j is a wrong configuration", async (name) => {
    const root = project({ "codegen.config.json": JSON.stringify({ options: { openapi: { reportFilename: name } } }) });
    const { stderr, status } = await runHere(root, []);
    expect(stderr).toMatch("error config/wrong-value: options.openapi.reportFilename must be");
    expect(status).toBe(1);
  });
});

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { stateOf, worseThan, type State } from "./better.js";
import { goldenCase, runIn, workFolder, writeInput } from "./cases.js";

const types = "apis/shop/v1/types.ts";

/** Returns the states of a golden case before and after changes of its files. */
async function changed(name: string, files: Readonly<Record<string, string>>): Promise<readonly [State, State]> {
  const work = join(workFolder, "better");
  const state = async (): Promise<State> => stateOf(work, (await runIn(work)).report);
  writeInput(goldenCase(name, work));
  const before = await state();
  for (const [path, text] of Object.entries(files)) writeFileSync(join(work, path), text);
  return [before, await state()];
}

describe("a project is worse", () => {
  const rule = (marker: string): string => `export interface Order {\n  /** ${marker} */\n  name: string;\n}\n`;

  afterEach(() => {
    rmSync(join(workFolder, "better"), { recursive: true, force: true });
  });

  test("with fewer enforced rules, except if the hint states it", async () => {
    const alpha = rule("+k8s:alpha=+k8s:maxLength=3");
    const [before, after] = await changed("validation/lint-stability", { [types]: alpha });
    expect(worseThan(before, after)).toContain("a rule is switched off in apis/shop/v1/zz_generated.schema.ts");
    expect(worseThan(before, after, { revealed: [], switchesOff: true }).join()).not.toMatch("switched off");
    expect(worseThan(before, before)).toEqual([]);
  });

  test("with an error that the hint may not reveal", async () => {
    const [before, after] = await changed("validation/lint-stability", { [types]: rule("+k8s:maxLength=x") });
    expect(worseThan(before, after).join()).toMatch(/^now: apis\/shop\/v1\/types\.ts:2 \S+ /);
    const revealed = after.errors.map(({ code }) => code);
    expect(worseThan(before, after, { revealed, switchesOff: false })).toEqual([]);
  });

  test.each([
    ["register/group", "apis/shop/zz_generated.install.ts: ./v1alpha1/zz_generated.register.js"],
    ["crd/unions", "generated/crds/shop.example.com_orders.yaml: v1"],
  ])("without a version: %s", async (name, version) => {
    const [state] = await changed(name, {});
    expect([...state.served]).toContain(version);
    const less = { ...state, served: new Set([...state.served].filter((part) => part !== version)) };
    expect(worseThan(state, less)).toEqual([`no longer served: ${version}`]);
    expect(worseThan(less, state)).toEqual([]);
  });

  test("with a function that a file declares twice", async () => {
    const twice = "export function Twice(): void {}\n".repeat(2);
    const [before, after] = await changed("validation/lint-stability", { "apis/shop/v1/twice.ts": twice });
    expect(worseThan(before, after)).toContain("declared twice: apis/shop/v1/twice.ts: Twice");
  });
});

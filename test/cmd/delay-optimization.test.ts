import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { delayFlag } from "../../cmd/codegen/delay-optimization.js";

describe("the flag that delays optimisation", () => {
  it("is known to this version of Node, which prints a message for an unknown flag", async () => {
    const script = `require("node:v8").setFlagsFromString(process.argv[1])`;
    const flag = delayFlag(process.versions.node);
    const { stderr } = await promisify(execFile)(process.execPath, ["-e", script, "--", flag ?? "--opt"]);
    expect(stderr).toBe("");
  });

  it("is absent for versions whose flags are not known", () => {
    expect(delayFlag("20.19.0")).toBe("--interrupt-budget=1000000");
    expect(delayFlag("24.0.0")).toBeUndefined();
  });
});

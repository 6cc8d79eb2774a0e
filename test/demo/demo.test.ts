import { join } from "node:path";
import { expect, test } from "vitest";
import { findKubectl } from "../interop/kubectl.js";
import { repository } from "../interop/repository.js";
import { command } from "../package/command.js";

/** Runs `make demo` without the build. */
const demo = (...args: readonly string[]) =>
  command(repository, process.execPath, [join(repository, "dist/test/demo/main.js"), ...args]);

test("the walk-through with the project's own client", async () => {
  const { status, stdout, stderr } = await demo("--client");
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain('> pizzas.get("salami")\n');
  expect(stdout).toContain("unknown topping: pineapple");
});

test.skipIf(findKubectl() === undefined)(
  "the walk-through with kubectl (skipped where kubectl is missing)",
  async () => {
    const { status, stdout, stderr } = await demo();
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain(
      "$ kubectl get pizza salami -o yaml\napiVersion: restaurant.programming-kubernetes.info/v1beta1\n",
    );
  },
);

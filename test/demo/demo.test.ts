import { join } from "node:path";
import { expect, test } from "vitest";
import { findKubectl } from "../interop/kubectl.js";
import { repository } from "../interop/repository.js";
import { command } from "../package/command.js";

/** Runs `make demo` without the build. */
const demo = (...args: readonly string[]) =>
  command(repository, process.execPath, [join(repository, "dist/test/demo/main.js"), ...args]);

/** Returns the cells of each line of a table of kubectl. An empty cell would have no text. */
const rowsOf = (table: string) => table.split("\n").map((line) => line.trim().split(/ {3,}/));

const age: unknown = expect.stringMatching(/^\d+s$/);

test("the walk-through with the project's own client", async () => {
  const { status, stdout, stderr } = await demo("--client");
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain('> pizzas.get("empty-pizza")\n');
  expect(stdout).toContain("unknown topping: pineapple");
});

test.skipIf(findKubectl() === undefined)(
  "the walk-through with kubectl (skipped where kubectl is missing)",
  async () => {
    const { status, stdout, stderr } = await demo();
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain(
      "$ kubectl get pizza empty-pizza -o yaml\napiVersion: restaurant.programming-kubernetes.info/v1beta1\n",
    );
    const [, printed = ""] = stdout.split("$ kubectl get pizzas,toppings\n");
    const tables = printed.split("\n\n").slice(0, 2).map(rowsOf);
    const pizza = (name: string) => `pizza.restaurant.programming-kubernetes.info/${name}`;
    const topping = (name: string) => `topping.restaurant.programming-kubernetes.info/${name}`;
    expect(tables).toEqual([
      [
        ["NAME", "FIRST TOPPING", "AGE"],
        [pizza("double-tomato"), "tomato", age],
        [pizza("empty-pizza"), "salami", age],
        [pizza("margherita"), "mozzarella", age],
      ],
      [
        ["NAME", "COST", "AGE"],
        [topping("mozzarella"), "1", age],
        [topping("salami"), "0.2", age],
        [topping("tomato"), "0.1", age],
      ],
    ]);
    expect(Math.max(...printed.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  },
);

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository } from "../../interop/repository.js";
import { findHelm, whyNoHelm } from "../binaries.js";
import { PizzaCluster, whyNoPizzaCluster } from "./pizza-cluster.js";
import { PizzaWriter } from "./pizzas.js";

/**
 * @file Helm installs, upgrades, rolls back and uninstalls a chart with objects of the server
 * behind a real kube-apiserver.
 */

const reason = whyNoPizzaCluster() ?? whyNoHelm();
const chart = join(repository, "test/peers/cluster/chart");

describe.skipIf(reason !== undefined)(["Helm through kube-apiserver", reason].filter(Boolean).join(", "), () => {
  let pizzas: PizzaCluster;
  beforeAll(async () => {
    pizzas = await PizzaCluster.start();
  });
  afterAll(async () => {
    await pizzas.remove();
  });

  /** Runs Helm, which keeps its files in the folder of the cluster. */
  async function helm(...args: readonly string[]): Promise<string> {
    const { kubeconfig, cluster } = pizzas;
    const env = { ...process.env, HOME: cluster.folder, KUBECONFIG: kubeconfig };
    const { stdout } = await promisify(execFile)(findHelm() ?? "", args, { env, timeout: 300_000 });
    return stdout;
  }

  /** Returns the pizzas, and the cost of the topping of the chart. */
  async function stored(): Promise<readonly string[]> {
    const cost = await pizzas.admin.run("kubectl get topping basil -o jsonpath='{.spec.cost}' --ignore-not-found");
    return [...(await new PizzaWriter(pizzas).stored()), cost.output].filter((text) => text !== "");
  }

  test.each([
    ["server-side apply", "true"],
    ["patches of the client", "false"],
  ])("a chart is installed, upgraded, rolled back and uninstalled with %s", async (_, serverSide) => {
    const apply = [`--server-side=${serverSide}`, "--wait", "--timeout=60s"];
    await helm("install", "menu", chart, ...apply);
    const first = ["margherita mozzarella:1,tomato:1", "0.5"];
    expect(await stored()).toEqual(first);
    expect(await helm("status", "menu")).toContain("STATUS: deployed");
    const changes = "pizzas.margherita.basil=2,pizzas.margherita.tomato=null,pizzas.basil.basil=1,basil=0.75";
    await helm("upgrade", "menu", chart, ...apply, `--set=${changes}`);
    const second = ["basil basil:1", "margherita basil:2,mozzarella:1", "0.75"];
    expect((await stored()).map(sorted)).toEqual(second);
    await helm("rollback", "menu", "1", ...apply);
    expect((await stored()).map(sorted)).toEqual(first);
    await helm("uninstall", "menu", "--wait", "--timeout=60s");
    expect(await stored()).toEqual([]);
  });
});

/** Sorts the toppings of a pizza. An apply keeps the order of those that an object has already. */
function sorted(text: string): string {
  const [name = "", toppings] = text.split(" ");
  return toppings === undefined ? name : `${name} ${toppings.split(",").sort().join(",")}`;
}

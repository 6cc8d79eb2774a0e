import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Background } from "./background.js";
import { findKubectl, kubectlEnvironment, runLine, whyNoKubectl } from "./kubectl.js";
import { PizzaServer } from "./pizza-server.js";

/**
 * @file Tests commands of kubectl that keep running while other clients change objects. The session
 * files cannot test such commands.
 */

const kubectl = findKubectl() ?? "";
const reason = whyNoKubectl();

describe.skipIf(reason !== undefined)(["kubectl that runs on", reason].filter(Boolean).join(", "), () => {
  const home = mkdtempSync(join(tmpdir(), "kubectl-watch-"));
  let server: PizzaServer;
  let env: Record<string, string>;
  const running: Background[] = [];

  const runOn = (...args: readonly string[]) => {
    const background = new Background(kubectl, args, env);
    running.push(background);
    return background;
  };
  const run = async (line: string) => {
    const { status, output } = await runLine(line, home, env);
    expect(status, output).toBe(0);
    return output;
  };
  const bake = (name: string, labels = "{}") =>
    run(
      `echo '{"apiVersion":"restaurant.programming-kubernetes.info/v1alpha1","kind":"Topping","metadata":{"name":"${name}","labels":${labels}},"spec":{"cost":1}}' | kubectl create -f -`,
    );

  beforeAll(async () => {
    server = await PizzaServer.start();
    env = kubectlEnvironment(kubectl, server.kubeconfig, home);
  });
  afterEach(() => {
    for (const background of running.splice(0)) background.stop();
  });
  afterAll(async () => {
    await server.remove();
    rmSync(home, { recursive: true, force: true });
  });

  test("--watch lists, then prints a row for every change", async () => {
    await bake("basil");
    const watch = runOn("get", "toppings", "--watch");
    await watch.printed(/^NAME +COST +AGE\nbasil +\S+ +\S+\n/);
    await bake("capers");
    await watch.printed(/^capers +\S+ +\S+\n/m);
    await run("kubectl label topping basil fresh=yes");
    await watch.printed(/^basil .*^basil /ms);
    await run("kubectl delete topping capers");
    await watch.printed(/^capers .*^capers /ms);
    expect(watch.output.match(/NAME/g)).toHaveLength(1);
  });

  test("--output-watch-events shows the type of each event", async () => {
    const watch = runOn("get", "toppings", "--watch", "--output-watch-events");
    await watch.printed(/^EVENT +NAME +COST +AGE\nADDED +basil +\S+ +\S+\n/);
    await bake("olives");
    await run("kubectl annotate topping olives colour=green");
    await run("kubectl delete topping olives");
    await watch.printed(/^ADDED +olives +\S+ +\S+\nMODIFIED +olives +\S+ +\S+\nDELETED +olives +\S+ +\S+\n/m);
  });

  test("--watch-only omits the objects that exist at the start", async () => {
    const watch = runOn("get", "toppings", "--watch-only", "-o", "name");
    // kubectl prints nothing when its watch begins, so the test repeats changes until kubectl has
    // printed one of them.
    for (let count = 0; !/chili/.test(watch.output) && count < 100; count++) await bake(`chili-${count}`);
    expect(watch.output).toMatch(/^topping\.restaurant\.programming-kubernetes\.info\/chili-\d+\n/);
    expect(watch.output).not.toContain("basil");
  });

  test("for a selector, objects that begin to match are added, and ones that stop matching deleted", async () => {
    await bake("rocket", '{"shelf":"low"}');
    const watch = runOn("get", "toppings", "-l", "shelf=low", "--watch", "--output-watch-events");
    await watch.printed(/^ADDED +rocket/m);
    await run("kubectl label topping basil shelf=low");
    await watch.printed(/^ADDED +basil/m);
    await run("kubectl label topping rocket shelf=high --overwrite");
    await watch.printed(/^DELETED +rocket/m);
  });

  test("kubectl prints one object as YAML in the requested version", async () => {
    const watch = runOn(
      "get",
      "toppings.v1alpha1.restaurant.programming-kubernetes.info",
      "basil",
      "-w",
      "-o",
      "jsonpath={.apiVersion} {.metadata.labels.shelf}{'\\n'}",
    );
    await watch.printed(/^restaurant\.programming-kubernetes\.info\/v1alpha1 low\n/);
    await run("kubectl label topping basil shelf=middle --overwrite");
    await watch.printed(/v1alpha1 middle\n/);
  });

  test("a watch ends without an error when its time is over", async () => {
    const watch = runOn(
      "get",
      "--raw",
      "/apis/restaurant.programming-kubernetes.info/v1alpha1/toppings?watch=true&timeoutSeconds=1&resourceVersion=0",
    );
    expect(await watch.ended()).toBe(0);
    expect(watch.output).toMatch(/^\{"type":"ADDED".*"name":"basil".*\}\n/m);
  });

  test("kubectl wait returns when its watch reports the deletion", async () => {
    await bake("saffron");
    await run(
      `kubectl patch topping saffron --type=merge -p '{"metadata":{"finalizers":["kitchen.example.com/clean"]}}'`,
    );
    await run("kubectl delete topping saffron --wait=false");
    const wait = runOn("wait", "--for=delete", "topping/saffron", "--timeout=50s", "-v=6");
    await wait.printed(/watch=true/);
    await run(`kubectl patch topping saffron --type=merge -p '{"metadata":{"finalizers":null}}'`);
    expect(await wait.ended()).toBe(0);
    expect(wait.output).toContain("topping.restaurant.programming-kubernetes.info/saffron condition met\n");
  });

  test("kubectl proxy gives other programs access to the server", async () => {
    const proxy = runOn("proxy", "--port=0");
    const [, address] = await proxy.printed(/Starting to serve on (\S+)/);
    const url = `http://${address}/apis/restaurant.programming-kubernetes.info/v1alpha1/toppings`;
    const list = await fetch(url);
    expect({ status: list.status, type: list.headers.get("content-type") }).toEqual({
      status: 200,
      type: "application/json",
    });
    expect(await list.json()).toMatchObject({
      kind: "ToppingList",
      apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    });
    const body = JSON.stringify({ metadata: { name: "anchovies" }, spec: { cost: 1 } });
    expect((await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body })).status).toBe(
      201,
    );
    expect((await fetch(`${url}/anchovies`, { method: "DELETE" })).status).toBe(200);
    expect((await fetch(`${url}/anchovies`)).status).toBe(404);
  });
});

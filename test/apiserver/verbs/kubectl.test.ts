import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectl, whyNoKubectl } from "../../interop/kubectl.js";
import { InProcessServer } from "../harness.js";
import { bakeryGroup } from "./bakery.js";

const program = findKubectl() ?? "";

/**
 * Tests subresources, columns and strategic merge patches with kubectl. test/interop tests the
 * pizza server with kubectl.
 */
describe.skipIf(program === "")(`kubectl and a kind with subresources (${whyNoKubectl() ?? program})`, () => {
  const api = new InProcessServer({ groups: [bakeryGroup] });
  const home = mkdtempSync(join(tmpdir(), "verbs-"));
  /** Media types of the patches that kubectl sent. */
  const patches: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.method === "PATCH") patches.push(request.headers["content-type"] ?? "");
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const {
        status,
        headers: sent,
        text,
      } = await api.send(request.method ?? "", request.url ?? "", {
        body: Buffer.concat(chunks).toString("utf8"),
        headers,
      });
      response.statusCode = status;
      for (const [name, value] of Object.entries(sent)) response.setHeader(name, value);
      response.end(text);
    })();
  });
  let url = "";

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await kubectl(
      ["create", "-f", "-"],
      `{"apiVersion":"bakery.example.com/v1","kind":"Oven","metadata":{"name":"a"},"spec":{"colour":"red","replicas":2,"trays":[{"name":"top","cake":"apple"}]}}`,
    );
  });

  afterAll(() => {
    server.close();
    rmSync(home, { recursive: true, force: true });
  });

  function kubectl(
    options: readonly string[],
    input = "",
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    return new Promise((resolve) => {
      const child = spawn(program, ["--server", url, ...options], {
        env: { PATH: process.env["PATH"] ?? "", HOME: home, ...env },
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (data: Buffer) => (output += data.toString("utf8")));
      child.on("close", () => {
        resolve(output.trim());
      });
      child.stdin.end(input);
    });
  }

  const columns = (text: string) =>
    text.split("\n").map((line) => line.split(/\s{2,}|\s(?=\S+$)/).map((cell) => cell.trim()));

  test("kubectl prints the columns", async () => {
    const [head, row] = columns(await kubectl(["get", "ovens"]));
    expect(head).toEqual(["NAME", "COLOUR", "REPLICAS", "BUILT", "HEATED"]);
    expect(row).toEqual(["a", "red", "2", expect.stringMatching(/^\d+s$/), "<unknown>"]);
    const [wide] = columns(await kubectl(["get", "ov", "a", "-o", "wide"]));
    expect(wide).toEqual(["NAME", "COLOUR", "REPLICAS", "FIRST", "APPLE", "BUILT", "HEATED"]);
  });

  test("kubectl patches the status", async () => {
    expect(
      await kubectl([
        "patch",
        "oven",
        "a",
        "--subresource=status",
        "--type=merge",
        "-p",
        '{"status":{"replicas":1,"heat":"hot","selector":"app=oven"}}',
      ]),
    ).toContain("oven.bakery.example.com/a patched");
    expect(
      await kubectl(["get", "oven", "a", "--subresource=status", "-o", "jsonpath={.status.heat} {.spec.colour}"]),
    ).toBe("hot red");
    expect(
      await kubectl(["edit", "oven", "a", "--subresource=status"], "", { KUBE_EDITOR: "sed -i s/hot/warm/" }),
    ).toContain("oven.bakery.example.com/a edited");
    const edited = await kubectl(["get", "oven", "a", "-o", "json"]);
    expect(JSON.parse(edited)).toMatchObject({ status: { heat: "warm" }, metadata: { generation: 1 } });
    expect(await kubectl(["replace", "--subresource=status", "-f", "-"], edited.replace("warm", "cool"))).toContain(
      "oven.bakery.example.com/a replaced",
    );
    expect(await kubectl(["get", "oven", "a", "-o", "jsonpath={.status.heat}"])).toBe("cool");
  });

  test("kubectl reads and sets the scale", async () => {
    expect(await kubectl(["scale", "oven", "a", "--replicas=4"])).toContain("oven.bakery.example.com/a scaled");
    expect(await kubectl(["scale", "oven", "a", "--current-replicas=4", "--replicas=5"])).toContain(
      "oven.bakery.example.com/a scaled",
    );
    expect(await kubectl(["scale", "oven", "a", "--current-replicas=4", "--replicas=6"])).toContain(
      "Expected replicas to be 4, was 5",
    );
    expect(
      await kubectl([
        "get",
        "oven",
        "a",
        "--subresource=scale",
        "-o",
        "jsonpath={.kind} {.spec.replicas} {.status.selector}",
      ]),
    ).toBe("Scale 5 app=oven");
    expect(await kubectl(["get", "oven", "a", "-o", "jsonpath={.spec.replicas} {.metadata.generation}"])).toBe("5 3");
  });

  test("kubectl sends a strategic merge patch by default", async () => {
    const patched = await kubectl([
      "patch",
      "oven",
      "a",
      "-o",
      "jsonpath={.spec.trays[*].name}",
      "-p",
      '{"spec":{"trays":[{"name":"bottom"},{"name":"top","cake":"plum"}]}}',
    ]);
    expect(patched).toBe("bottom top");
    expect(await kubectl(["edit", "oven", "a"], "", { KUBE_EDITOR: "sed -i s/plum/pear/" })).toContain(
      "oven.bakery.example.com/a edited",
    );
    expect(await kubectl(["get", "oven", "a", "-o", "jsonpath={.spec.trays[*].cake}"])).toBe("pear");
  });

  test("kubectl apply merges a list in a member of a union, and kubectl explain prints the members' properties", async () => {
    const manifest = (burners: readonly object[]) =>
      JSON.stringify({
        apiVersion: "bakery.example.com/v1",
        kind: "Oven",
        metadata: { name: "g", namespace: "default" },
        spec: { colour: "red", trays: [{ name: "top" }], energy: { source: "Gas", power: 3, burners } },
      });
    const apply = (burners: readonly object[]) => kubectl(["apply", "-f", "-"], manifest(burners));
    expect(await apply([{ name: "a" }, { name: "b" }])).toBe("oven.bakery.example.com/g created");
    await kubectl(["patch", "oven", "g", "-p", '{"spec":{"energy":{"burners":[{"name":"c"}]}}}']);
    expect(await apply([{ name: "a", kind: "wide" }])).toBe("oven.bakery.example.com/g configured");
    const read = await kubectl(["get", "oven", "g", "-o", "jsonpath={.spec.energy.burners}"]);
    expect(JSON.parse(read)).toEqual([{ name: "c" }, { name: "a", kind: "wide" }]);
    const explained = await kubectl(["explain", "oven.spec.energy"]);
    for (const name of ["source\t<string> -required-", "power\t<integer>", "burners\t<[]Burner>", "phases\t<integer>"])
      expect(explained).toContain(name);
    expect(await kubectl(["explain", "oven.spec.energy.burners.kind"])).toContain("FIELD: kind <string>");
  });

  test("kubectl apply merges a pizza according to OpenAPI", async () => {
    const manifest = (topping: string) =>
      JSON.stringify({
        apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
        kind: "Pizza",
        metadata: { name: "p", finalizers: ["example.com/ours"] },
        spec: { toppings: [topping] },
      });
    expect(await kubectl(["apply", "-f", "-"], manifest("tomato"))).toContain(
      "pizza.restaurant.programming-kubernetes.info/p created",
    );
    await kubectl(["patch", "pizza", "p", "-p", '{"metadata":{"finalizers":["example.com/theirs"]}}']);
    patches.length = 0;
    expect(await kubectl(["apply", "-f", "-"], manifest("salami"))).toContain(
      "pizza.restaurant.programming-kubernetes.info/p configured",
    );
    expect(patches).toEqual(["application/strategic-merge-patch+json"]);
    const pizza = JSON.parse(
      await kubectl(["get", "pizzas.v1alpha1.restaurant.programming-kubernetes.info", "p", "-o", "json"]),
    ) as { readonly metadata: { readonly finalizers: readonly string[] }; readonly spec: object };
    expect(pizza.spec).toEqual({ toppings: ["salami"] });
    expect([...pizza.metadata.finalizers].sort()).toEqual(["example.com/ours", "example.com/theirs"]);
  });
});

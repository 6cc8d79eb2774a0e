import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository } from "../built-program.js";
import { eventually } from "../eventually.js";
import { succeed } from "../package/command.js";
import { whyNot } from "../package/install.js";
import { findChromium, Page } from "./chromium.js";

/** @file Opens the committed pages of the pizza API from files, as a reader does. */

const folder = join(repository, "docs/reference");
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".html"))
  .sort();
const urlOf = (path: string): string => pathToFileURL(join(folder, path)).href;
const pizza = "restaurant.programming-kubernetes.info/v1beta1/Pizza.html";

const chromium = findChromium();
const reason = chromium === undefined ? "skipped: Chromium is not installed; CHROMIUM can name its command" : "";

describe.skipIf(chromium === undefined)(`the reference pages in Chromium ${reason}`, () => {
  let page: Page;
  beforeAll(async () => {
    page = await Page.open(chromium ?? "");
  });
  afterAll(() => page.close());

  test("no page causes an error, and each has one heading of the first level", async () => {
    for (const path of pages) {
      await page.load(urlOf(path));
      expect(await page.evaluate(`document.querySelectorAll("h1").length`), path).toBe(1);
    }
    expect(page.complaints).toEqual([]);
  });

  test("the search finds a field by the name of its type, and its link leads to the field", async () => {
    await page.load(urlOf("index.html"));
    await page.evaluate(`(() => {
      const input = document.getElementById("search");
      input.focus();
      input.value = "PizzaTopping.quantity";
      input.dispatchEvent(new Event("input"));
    })()`);
    const link = await eventually(() => page.evaluate<string>(`document.querySelector("#results a")?.href ?? false`));
    expect(link).toBe(`${urlOf(pizza)}#PizzaTopping.quantity`);
    expect(await page.evaluate(`document.getElementById("found").textContent`)).toBe("1 result");
    await page.load(link);
    expect(await page.evaluate(`document.querySelector(":target dt").textContent.includes("quantity")`)).toBe(true);
    expect(page.complaints).toEqual([]);
  });

  test("keys open the search, move through its results and close it", async () => {
    await page.load(urlOf("index.html"));
    const press = (key: string) => page.send("Input.dispatchKeyEvent", { type: "keyDown", key, code: key });
    const focused = () => page.evaluate<string>(`document.activeElement.id || document.activeElement.tagName`);
    await page.send("Input.dispatchKeyEvent", { type: "keyDown", key: "/", text: "/" });
    expect(await focused()).toBe("search");
    await page.send("Input.insertText", { text: "pizza" });
    await eventually(() => page.evaluate(`document.querySelectorAll("#results a").length > 3`));
    await press("ArrowDown");
    expect(await focused()).toBe("A");
    await press("Escape");
    expect(await focused()).toBe("search");
    expect(await page.evaluate(`document.querySelectorAll("#results a").length`)).toBe(0);
  });

  test("the pictures have their boxes and arrows", async () => {
    await page.load(urlOf(pizza));
    const [types, versions] = await page.evaluate<readonly { nodes: string[]; arrows: string[] }[]>(`
      [...document.querySelectorAll("svg")].map((svg) => ({
        nodes: [...svg.querySelectorAll(".box")].map((box) => box.querySelector(".title").textContent),
        arrows: [...svg.querySelectorAll(".arrow")].map((path) =>
          [path.dataset.from, path.dataset.to].map((id) => id.replace(/.*#/, "")).join(" to ")),
      }))`);
    expect(types).toEqual({
      nodes: ["Pizza", "PizzaSpec", "PizzaStatus", "PizzaTopping"],
      arrows: ["Pizza to PizzaSpec", "Pizza to PizzaStatus", "PizzaSpec to PizzaTopping"],
    });
    expect(versions).toEqual({
      nodes: ["v1beta1", "v1alpha1", "internal hub"],
      arrows: ["v1beta1 to internal hub", "v1alpha1 to internal hub"],
    });
  });

  test("the button changes the theme, also for the next page, but not on paper", async () => {
    await page.setView(1200, "light");
    await page.load(urlOf("index.html"));
    const background = () => page.evaluate<string>(`getComputedStyle(document.body).backgroundColor`);
    const light = await background();
    await page.evaluate(`document.getElementById("theme").click()`);
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.load(urlOf(pizza));
    expect(await background()).toBe(dark);
    await page.send("Emulation.setEmulatedMedia", { media: "print" });
    expect(await background(), "on paper").toBe(light);
    await page.send("Emulation.setEmulatedMedia", { media: "" });
    await page.evaluate(`localStorage.clear()`);
  });

  test("no page is wider than a telephone", async () => {
    await page.setView(360, "light");
    for (const path of pages) {
      await page.load(urlOf(path));
      expect(await page.evaluate(`document.documentElement.scrollWidth`), path).toBeLessThanOrEqual(360);
    }
  });
});

const noAxe = chromium === undefined ? reason : await whyNot();

describe.skipIf(noAxe !== undefined)(`the rules of axe-core ${noAxe ?? ""}`, () => {
  let [page, axe, installed]: [Page | undefined, string, string] = [undefined, "", ""];
  beforeAll(async () => {
    installed = mkdtempSync(join(tmpdir(), "codegen-axe-"));
    await succeed(installed, "npm", ["install", "axe-core@4"]);
    axe = readFileSync(join(installed, "node_modules/axe-core/axe.min.js"), "utf8");
    page = await Page.open(chromium ?? "");
  }, 300_000);
  afterAll(async () => {
    await page?.close();
    rmSync(installed, { recursive: true, force: true });
  });

  test.each([
    [1200, "light"],
    [1200, "dark"],
    [360, "light"],
    [360, "dark"],
  ] as const)("pass at a width of %i in the %s theme", { timeout: 300_000 }, async (width, theme) => {
    await page?.setView(width, theme);
    for (const path of pages) {
      await page?.load(urlOf(path));
      await page?.evaluate(`${axe}; 0`);
      const found = await page?.evaluate(`(async () => {
        const { violations, passes } = await axe.run(document, { resultTypes: ["violations"] });
        return { passes: passes.length > 20, violations: violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")) };
      })()`);
      expect({ path, found }).toEqual({ path, found: { passes: true, violations: [] } });
    }
  });
});

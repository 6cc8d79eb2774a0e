import { existsSync, readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../package/tarballs.js";

const pages = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: repository,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(repository, path)));

/** Returns the links of a page, except links in code. */
function linksOf(page: string): string[] {
  const text = readFileSync(join(repository, page), "utf8")
    .replace(/^```[^]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, "``");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) =>
    link === undefined || /^[a-z]+:/.test(link) ? [] : [link],
  );
}

/** Returns the anchors that GitHub creates for the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(join(repository, page), "utf8")
    .replace(/^```[^]*?^```/gm, "")
    .matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading]) =>
    (heading ?? "")
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function leadsNowhere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(repository, target))) return true;
  return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).includes(anchor);
}

test.each(pages)("every link of %s has a target", (page) => {
  expect(linksOf(page).filter((link) => leadsNowhere(page, link))).toEqual([]);
});

test("docs/README.md links to every page of docs/", () => {
  const linked = linksOf("docs/README.md").map((link) => join("docs", link.split("#")[0] ?? ""));
  const own = pages.filter(
    (page) => page.startsWith("docs/") && page !== "docs/README.md" && !page.startsWith("docs/examples/"),
  );
  expect(own.filter((page) => !linked.includes(page))).toEqual([]);
});

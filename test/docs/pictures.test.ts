import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { repository } from "../built-program.js";
import { pictures, svgFile } from "./pictures.js";

test.each(pictures.map((picture) => [picture.name, picture] as const))(
  "the picture %s is current, and a page shows it",
  (_, picture) => {
    const path = `${repository}docs/pictures/${picture.name}.svg`;
    const text = svgFile(picture);
    if (process.env["UPDATE_GOLDEN"] !== undefined) {
      mkdirSync(`${repository}docs/pictures`, { recursive: true });
      writeFileSync(path, text);
    }
    expect(readFileSync(path, "utf8")).toBe(text);
    const pages = ["README.md", "docs/tutorial.md", "docs/generators/conversion.md"];
    const shown = pages.some((page) => {
      const images = readFileSync(`${repository}${page}`, "utf8").matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g);
      return [...images].some(
        ([, label = "", link = ""]) =>
          label.replace(/\s+/g, " ") === picture.label && link.endsWith(`pictures/${picture.name}.svg`),
      );
    });
    expect(shown).toBe(true);
  },
);

test("all arrows of the pictures connect boxes", () => {
  for (const { boxes, arrows } of pictures) {
    const ids = boxes.map(({ id }) => id);
    expect(arrows.flatMap(({ from, to }) => [from, to]).filter((id) => !ids.includes(id))).toEqual([]);
  }
});

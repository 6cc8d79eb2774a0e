import { nameOf } from "../../../generators/lossy/page.js";
import type { LossyKind, LossyPage } from "../../../generators/lossy/page.js";

/** A line for each field: `apps/v1 Deployment spec.rollbackTo: lost, v1.DeploymentSpec has no such field`. */
export function lossyAsText(pages: readonly LossyPage[]): string {
  return pages.map((page) => [...page.kinds.flatMap((kind) => lines(page, kind)), ...page.absent.map((kind) => `${nameOf(page)} ${kind}: not there`)].map((line) => `${line}\n`).join("")).join("");
}

function lines(page: LossyPage, { kind, losses, repeats }: LossyKind): string[] {
  const name = `${nameOf(page)} ${kind}`;
  if (losses.length === 0) return [`${name}: everything comes back`];
  return [
    ...losses.map(({ path, certainty, because }) => `${name} ${path === "" ? "(whole)" : path}: ${certainty}, ${because}`),
    ...repeats.map(({ path, as }) => `${name} ${path}: as below ${as}`),
  ];
}

/** One table for all versions. */
export function lossyAsMarkdown(pages: readonly LossyPage[]): string {
  const rows = pages.flatMap((page) =>
    page.kinds.flatMap(({ kind, losses }) => losses.map(({ path, certainty, because }) => `| ${nameOf(page)} | ${kind} | \`${path}\` | ${certainty} | ${because.replaceAll("|", "\\|")} |`)),
  );
  return ["| version | kind | field of the hub | | why |", "| --- | --- | --- | --- | --- |", ...rows, ""].join("\n");
}

import { markdownCode, markdownText } from "../../../engine/print/markdown.js";
import { pageName, type LossyKind, type LossyPage, type LossyRoundTrip } from "../../../generators/lossy/page.js";

/**
 * Returns the fields that round trips lose, one per line: `apps/v1 Deployment spec.rollbackTo:
 * lost, v1.DeploymentSpec has no such field`.
 */
export function lossyAsText(pages: readonly LossyPage[]): string {
  return pages
    .map((page) =>
      [
        ...page.kinds.flatMap((kind) => lines(page, kind)),
        ...page.absent.map((kind) => `${pageName(page)} ${kind}: the version does not have this kind`),
      ]
        .map((line) => `${line}\n`)
        .join(""),
    )
    .join("");
}

function lines(page: LossyPage, kind: LossyKind): string[] {
  const name = `${pageName(page)} ${kind.kind}`;
  const lost = [
    ...tripLines(name, kind),
    ...tripLines(`${name} (from ${page.version} to the hub and back)`, kind.fromVersion),
  ];
  return lost.length === 0 ? [`${name}: nothing is lost`] : lost;
}

function tripLines(name: string, { losses, repeats }: LossyRoundTrip): string[] {
  return [
    ...losses.map(
      ({ path, certainty, because }) => `${name} ${path === "" ? "(whole)" : path}: ${certainty}, ${because}`,
    ),
    ...repeats.map(({ path, as }) => `${name} ${path}: loses the same fields as ${as}`),
  ];
}

/**
 * Returns the fields that round trips lose as Markdown: a table for the fields of the hubs, and a
 * table for the fields of the versions if these lose any.
 */
export function lossyAsMarkdown(pages: readonly LossyPage[]): string {
  const rows = (trip: (kind: LossyKind) => LossyRoundTrip): string[] =>
    pages.flatMap((page) =>
      page.kinds.flatMap((kind) =>
        trip(kind).losses.map(
          ({ path, certainty, because }) =>
            `| ${pageName(page)} | ${kind.kind} | ${markdownCode(path)} | ${certainty} | ${markdownText(because)} |`,
        ),
      ),
    );
  const [fromHub, fromVersion] = [rows((kind) => kind), rows((kind) => kind.fromVersion)];
  const table = (field: string, lines: readonly string[]): string[] => [
    `| version | kind | ${field} | | why |`,
    "| --- | --- | --- | --- | --- |",
    ...lines,
  ];
  return [
    ...table("field of the hub", fromHub),
    ...(fromVersion.length === 0 ? [] : ["", ...table("field of the version", fromVersion)]),
    "",
  ].join("\n");
}

import type { Report } from "./check/check.js";
import { rules, type Violation } from "./check/violation.js";

/** Number of violations that are printed in full. */
const shown = 10;

/** Returns the text of a report: a summary, and the first violations with their records. */
export function textOfReport({ violations, statistics }: Report): string {
  const { operations, refused, unknown, writes, unknownWrites, lists, watches, events, expired, gaps, faults } =
    statistics;
  const summary = [
    `${operations} requests, of which ${refused} were refused and ${unknown} have an unknown result; ${faults} faults`,
    `${writes} writes took effect, ${unknownWrites} of them without a response; ${lists} lists`,
    `${watches} watches reported ${events} events; ${expired} watches or lists found that their revision has expired`,
    `${gaps} gaps between the watches, in which writes may be unknown`,
  ];
  const more = violations.length - shown;
  return [
    ...summary,
    ...violations.slice(0, shown).map(described),
    ...(more > 0 ? [`… and ${more} more violations`] : []),
    violations.length === 0 ? "no violation" : `violations: ${violations.length}`,
  ].join("\n");
}

function described({ rule, message, records }: Violation): string {
  return [
    `violation of ${rule}: ${rules[rule]}`,
    `  ${message}`,
    ...records.map((record) => `  ${JSON.stringify(record)}`),
  ].join("\n");
}

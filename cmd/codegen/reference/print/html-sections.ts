import type { JudgedChange } from "../../breaking/accepted.js";
import type { ChangedPlace, ComparedCell, VersionComparison, KindReference, LossesReference, Row } from "../model.js";
import {
  aboutChanges,
  aboutExamples,
  changeInWords,
  columnHead,
  exampleOfChange,
  lossHead,
  ruleRows,
} from "./facts.js";
import { html, type Markup, type HTMLContent } from "./html-text.js";
import type { TypePrinter } from "./html-type.js";

/** Returns the section with example objects; undefined if the kind has no examples. */
export function exampleBlock({ examples }: KindReference): Markup | undefined {
  if (examples.length === 0) return undefined;
  return html`<section id="-example">
    <h2>Examples</h2>
    <p>${aboutExamples}</p>
    ${examples.map(
      ({ title, yaml }) =>
        html`<h3>${title}</h3>
          <pre class="example" tabindex="0" aria-label="${title}"><code>${yaml}</code></pre> `,
    )}
  </section>`;
}

export function columnsTable({ columns }: KindReference, printer: TypePrinter): Markup {
  return rowsTable("Columns of kubectl get", columnHead, columns, printer);
}

export function costsTable(kind: KindReference, printer: TypePrinter): Markup {
  const head = ["field", "rule", "message", "cost of one value", "cost of all values"];
  return html`<p>Kubernetes limits the cost of a rule for all values of an object to 10,000,000.</p>
    ${rowsTable("CEL rules", head, ruleRows(kind, "the object"), printer)}`;
}

export function comparisonTable({ versions, rows }: VersionComparison, printer: TypePrinter): Markup {
  const names = versions.join(", ");
  if (rows.length === 0) return html`<p>The fields are the same in ${names}.</p>`;
  const cell = (one: ComparedCell | undefined): HTMLContent => {
    if (one === undefined) return html`<span class="none">no such field</span>`;
    return html`${printer.words(one.words)}${one.isRequired && html` <b>required</b>`}`;
  };
  return html`<p>These fields differ between the versions. All others are the same.</p>
    ${table(
      "Fields that differ between versions",
      ["field", ...versions],
      rows.map(({ path, as, cells }) => [
        html`<code>${path}</code>`,
        ...(as === undefined ? cells.map(cell) : versions.map(() => html`as in <code>${as}</code>`)),
      ]),
    )}`;
}

export function lossTables(losses: readonly LossesReference[], printer: TypePrinter): Markup {
  return html`<p>An object that is converted to another version and back keeps all of its fields, except these.</p>
    ${losses.map(
      ({ trip, rows }) =>
        html`<h3>${trip}</h3>
          ${rowsTable(`Fields that ${trip} changes`, lossHead, rows, printer)}`,
    )}`;
}

/** Returns the changes since an older state, grouped by field path or kind. */
export function changeBlocks(places: readonly ChangedPlace[], name: string): Markup {
  if (places.length === 0) return html`<p>There are no changes.</p>`;
  return html`<p>${aboutChanges}</p>
    ${places.map(
      ({ place, changes }) =>
        html`<h3>${place === "" ? name : html`<code>${place}</code>`}</h3>
          ${changes.map(changeBlock)}`,
    )}`;
}

function changeBlock(judged: JudgedChange): Markup {
  const { severity, example } = judged.change;
  return html`<p><b class="severity ${severity}">${severity}</b>${changeInWords(judged)}</p>
    ${example !== undefined && html`<pre class="answer"><code>${exampleOfChange(judged)}</code></pre> `}`;
}

function rowsTable(label: string, head: readonly string[], rows: readonly Row[], printer: TypePrinter): Markup {
  return table(
    label,
    head,
    rows.map((row) => row.map((cell) => printer.words(cell))),
  );
}

/** Returns a table that scrolls on narrow screens. The first cell of each row is a header cell. */
function table(label: string, head: readonly string[], rows: readonly (readonly HTMLContent[])[]): Markup {
  return html`<div class="wide" role="region" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first, ...rest]) =>
            html`<tr>
              <th scope="row">${first}</th>
              ${rest.map((value) => html`<td>${value}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div> `;
}

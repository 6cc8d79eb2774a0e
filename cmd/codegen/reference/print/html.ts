import { fileURLToPath } from "node:url";
import { Templates } from "../../../../engine/print/template/fill.js";
import { readTemplates } from "../../../../engine/print/template/read.js";
import type { GroupReference, APIReference } from "../model.js";
import { svg } from "../picture/svg.js";
import { typesPicture, versionsPicture } from "../picture/pictures.js";
import { countOfChanges, versionsInWords } from "./facts.js";
import { html, type Markup } from "./html-text.js";
import { changeBlocks, columnsTable, comparisonTable, costsTable, exampleBlock, lossTables } from "./html-sections.js";
import { documentOf, type Document } from "./html-document.js";
import { TypePrinter } from "./html-type.js";
import {
  linkTo,
  referencePages,
  titleOfGroup,
  type KindPage,
  type Pages,
  type PrintedFile,
  type VersionPage,
} from "./places.js";
import { searchIndex } from "./search-index.js";

/** The folder with the style sheet and the script of all pages. */
const templates = new URL("../../../../templates/reference/", import.meta.url);

/**
 * Returns the reference as a folder of HTML pages, which can be read without a server or a network.
 */
export function htmlPages(reference: APIReference): readonly PrintedFile[] {
  const pages = referencePages(reference);
  const assets = new Templates(readTemplates(fileURLToPath(templates)), {});
  return [
    { path: "index.html", text: indexPage(pages) },
    ...pages.versions.flatMap((version) => [
      { path: `${version.path}.html`, text: versionPage(pages, version) },
      ...version.kinds.map((kind) => ({ path: `${kind.path}.html`, text: kindPage(pages, version, kind) })),
    ]),
    { path: "reference.css", text: assets.fill("style", {}) },
    { path: "reference.js", text: assets.fill("script", {}) },
    { path: "search-index.js", text: searchIndex(pages) },
  ];
}

function indexPage(pages: Pages): string {
  const { reference, versions } = pages;
  const groups = reference.groups.map((group) => {
    const own = versions.filter((page) => page.group === group);
    const picture = versionsPicture(group, undefined, versionLinks(pages, group, "index"));
    return html`<section id="${titleOfGroup(group)}">
      <h2>${titleOfGroup(group)}</h2>
      <p>${versionsInWords(group)}</p>
      ${picture && svg(picture)} ${own.length > 0 && versionsTable(own, reference.against)}
      ${
        group.changes.length > 0 &&
        html`<section id="${titleOfGroup(group)}-changes">
          <h3>Removed since ${reference.against}</h3>
          ${changeBlocks(group.changes, titleOfGroup(group))}
        </section>`
      }
    </section> `;
  });
  return documentOf({
    title: "API reference",
    path: "index",
    trail: [],
    contents: reference.groups.map((group) => ({ text: titleOfGroup(group), link: `#${titleOfGroup(group)}` })),
    siblings: { title: "", entries: [] },
    main: html`<h1>API reference</h1>
      ${groups}`,
  });
}

/**
 * Returns a table of a group's versions with their kinds, and with the changes since an older
 * state.
 */
function versionsTable(pages: readonly VersionPage[], against: string | undefined): Markup {
  const kinds = ({ kinds: all }: VersionPage): Markup =>
    html`${all.map(({ path, kind }, index) => html`${index === 0 ? "" : ", "}<a href="${path}.html">${kind.name}</a>`)}`;
  const changes = ({ kinds: all }: VersionPage): Markup => {
    const changed = all.filter(({ kind }) => kind.changes.length > 0);
    if (changed.length === 0) return html`none`;
    return html`${changed.map(
      ({ path, kind }, index) =>
        html`${index === 0 ? "" : "; "}<a href="${path}.html#-changes">${kind.name}</a>: ${countOfChanges(kind)}`,
    )}`;
  };
  return html`<table>
    <thead>
      <tr>
        <th scope="col">version</th>
        <th scope="col">kinds</th>
        ${against !== undefined && html`<th scope="col">changes since ${against}</th>`}
      </tr>
    </thead>
    <tbody>
      ${pages.map(
        (page) =>
          html`<tr>
            <th scope="row"><a href="${page.path}.html">${page.version.version}</a></th>
            <td>${kinds(page)}</td>
            ${against !== undefined && html`<td>${changes(page)}</td>`}
          </tr> `,
      )}
    </tbody>
  </table> `;
}

function versionPage(pages: Pages, page: VersionPage): string {
  const { path, group, version, kinds, types } = page;
  const printer = new TypePrinter(pages, path);
  const picture = versionsPicture(group, version.version, versionLinks(pages, group, path));
  return documentOf({
    title: version.apiVersion,
    path,
    trail: [],
    contents: [
      ...(kinds.length === 0 ? [] : [{ text: "Kinds", link: "#-kinds" }]),
      ...types.map(({ name }) => ({ text: name, link: `#${encodeURIComponent(name)}` })),
    ],
    siblings: siblingsOf(page, path),
    main: html`<h1>${version.apiVersion}</h1>
      <p>${versionsInWords(group)}</p>
      ${picture && svg(picture)}
      ${
        kinds.length > 0 &&
        html`<section id="-kinds">
          <h2>Kinds</h2>
          <dl class="list">
            ${kinds.map(
              ({ path: at, kind, types: [own] }) =>
                html`<div>
                  <dt><a href="${linkTo(path, at, ".html")}">${kind.name}</a></dt>
                  <dd>${own?.description[0] ?? ""}</dd>
                </div> `,
            )}
          </dl>
        </section>`
      }
      ${
        types.length > 0 &&
        html`<section id="-types">
          <h2>Types</h2>
          ${types.map((type) => printer.print(type))}
        </section>`
      }`,
  });
}

/**
 * Returns a function that links to the page of a version. With `kind`, links to the page of the
 * kind in that version, if it exists.
 */
function versionLinks(pages: Pages, group: GroupReference, from: string, kind?: string) {
  return (name: string): string | undefined => {
    const page = pages.versions.find((one) => one.group === group && one.version.version === name);
    const own = page?.kinds.find((one) => one.kind.name === kind);
    const target = own ?? page;
    return target === undefined ? undefined : linkTo(from, target.path, ".html");
  };
}

function siblingsOf({ version, kinds }: VersionPage, from: string): Document["siblings"] {
  const entries = kinds.map(({ path, kind }) => ({
    text: kind.name,
    link: linkTo(from, path, ".html"),
    isCurrent: path === from,
  }));
  return { title: `Kinds of ${version.apiVersion}`, entries };
}

function kindPage(pages: Pages, page: VersionPage, { path, kind, types }: KindPage): string {
  const printer = new TypePrinter(pages, path);
  const inVersion = new Map(page.version.types.map((type) => [type.id, type]));
  const picture = typesPicture(
    kind,
    (id) => inVersion.get(id),
    (id) => printer.linkOf(id),
  );
  const sections = sectionsOf(pages, page, path, kind, printer);
  const { version } = page;
  return documentOf({
    title: `${kind.name} ${version.apiVersion}`,
    path,
    trail: [{ text: version.apiVersion, link: linkTo(path, page.path, ".html") }],
    contents: [
      ...(kind.examples.length === 0 ? [] : [{ text: "Examples", link: "#-example" }]),
      { text: "Fields", link: "#-fields" },
      ...types.map(({ name }) => ({ text: name, link: `#${encodeURIComponent(name)}`, isInner: true })),
      ...sections.map(({ title, id }) => ({ text: title, link: `#${id}` })),
    ],
    siblings: siblingsOf(page, path),
    main: html`<h1>${kind.name}</h1>
      ${types[0]?.description.map((text) => html`<p>${text}</p>`)}
      ${
        kind.lifecycle.sentences.length > 0 &&
        html`<p class="${kind.lifecycle.isDeprecated ? "notice warning" : "notice"}">
          ${kind.lifecycle.sentences.join(" ")}
        </p>`
      }
      <dl class="facts">
        ${kind.facts.map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${printer.words(value)}</dd>
            </div>`,
        )}
      </dl>
      ${exampleBlock(kind)}
      <section id="-fields">
        <h2>Fields</h2>
        ${picture && svg(picture)} ${types.map((type) => printer.print(type, type.id === kind.type))}
      </section>
      ${sections.map(
        ({ title, id, content }) =>
          html`<section id="${id}">
            <h2>${title}</h2>
            ${content}
          </section> `,
      )}`,
  });
}

/**
 * Returns the sections of a kind's page after its fields. Their ids contain a dash, so that they
 * differ from all names of types.
 */
function sectionsOf(
  pages: Pages,
  { group, version }: VersionPage,
  path: string,
  kind: KindPage["kind"],
  printer: TypePrinter,
) {
  const { against } = pages.reference;
  const picture = versionsPicture(group, version.version, versionLinks(pages, group, path, kind.name));
  const compared = kind.comparison === undefined ? undefined : comparisonTable(kind.comparison, printer);
  const versions = (picture ?? compared) && html`${picture && svg(picture)}${compared}`;
  const section = (title: string, id: string, content: Markup | false | undefined) =>
    content === false || content === undefined ? [] : [{ title, id, content }];
  return [
    ...section("Columns of kubectl get", "-columns", kind.columns.length > 0 && columnsTable(kind, printer)),
    ...section("CEL rules", "-cel", kind.celRules.length > 0 && costsTable(kind, printer)),
    ...section("Versions", "-versions", versions),
    ...section("Conversion", "-conversion", kind.losses.length > 0 && lossTables(kind.losses, printer)),
    ...(against === undefined
      ? []
      : section(`Changes since ${against}`, "-changes", changeBlocks(kind.changes, kind.name))),
  ];
}

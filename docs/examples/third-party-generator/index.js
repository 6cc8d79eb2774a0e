// @ts-check
import { defineMarker, defineProblems } from "@apimachinery/codegen/engine";

/**
 * Reports whether a type is a kind: an interface that extends TypeMeta.
 *
 * @param {import("@apimachinery/codegen/engine").TypeDeclaration} type
 */
function isKind({ shape }) {
  return shape.kind === "object" && shape.typeMeta !== undefined;
}

/** Marker of a package. Its value is the name of the generated constant. */
const kindsMarker = defineMarker({
  name: "acme:kinds",
  places: ["package"],
  value: "the name of the constant",
  description: "Generates a constant with the names of the folder's kinds.",
  example: "+acme:kinds=pizzaKinds",
  owner: "kinds",
  parse: ({ value = "" }) =>
    /^[A-Za-z_$][\w$]*$/.test(value) ? { value } : { fault: "needs the name of a constant: pizzaKinds" },
});

/** The codes of problems. `codegen explain kinds/none` prints the row. */
const kindsProblems = defineProblems({
  area: "kinds",
  rule: "A folder with +acme:kinds has kinds.",
  rows: {
    "kinds/none": {
      severity: "error",
      place: "marker",
      meaning: "The folder with the marker has no kinds.",
      repair: "Declare a kind, an interface that extends TypeMeta.",
    },
  },
});

/**
 * A generator is a value. Its function `plan` makes all decisions: it returns the files to write, their contents as
 * data, and the problems of the input. The template only prints the data.
 *
 * @type {import("@apimachinery/codegen/engine").Generator}
 */
export const generator = {
  name: "kinds",
  description: "the names of a version's kinds as a constant and a type",
  outputs: { kinds: "zz_generated.kinds.ts" },
  markers: [kindsMarker],
  problems: [kindsProblems],
  templates: new URL("./templates/", import.meta.url),

  plan({ packages, path }) {
    const files = [];
    const problems = [];
    for (const pkg of packages) {
      const [request] = kindsMarker.readAll(pkg);
      if (request === undefined) continue;
      const { marker, value: constant } = request;
      const kinds = Object.values(pkg.types).filter(isKind);
      if (kinds.length === 0) {
        problems.push({
          ...kindsProblems.is("kinds/none"),
          message: `${pkg.id} has no kinds`,
          hint: "a kind extends TypeMeta",
          position: marker.position,
        });
      }
      files.push({
        package: pkg.id,
        path: path(pkg.id, "kinds"),
        template: "kinds",
        view: {
          constant,
          names: kinds.map(({ name }) => name),
          // The template prints these names with {{print …}}, which also adds the import statement.
          objects: kinds.map(({ name, file }) => ({ symbol: name, from: file, type: /** @type {const} */ (true) })),
        },
        exports: [constant],
      });
    }
    return { files, problems };
  },
};

// @ts-check
import { defineMarker } from "@apimachinery/codegen/engine";

/**
 * Whether a type is the root of an object: it has the kind and the version in its TypeMeta.
 *
 * @param {import("@apimachinery/codegen/engine").TypeDeclaration} type
 */
function isKind({ shape }) {
  return shape.kind === "object" && shape.typeMeta !== undefined;
}

/** The marker of a package with the name of the constant. */
const kindsMarker = defineMarker({
  name: "acme:kinds",
  places: ["package"],
  value: "the name of the constant",
  description: "Asks for a constant that holds the names of the folder's kinds.",
  example: "+acme:kinds=pizzaKinds",
  owner: "kinds",
  parse: ({ value = "" }) =>
    /^[A-Za-z_$][\w$]*$/.test(value) ? { value } : { fault: "its value is the name of the constant" },
});

/**
 * A generator is a value. Everything it decides, it decides in `plan`: which files there are, what stands in
 * them, and what is wrong with the input. How it is printed stands in the template.
 *
 * @type {import("@apimachinery/codegen/engine").Generator}
 */
export const generator = {
  name: "kinds",
  description: "the names of a version's kinds as a constant and a type",
  outputs: { kinds: "zz_generated.kinds.ts" },
  markers: [kindsMarker],
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
          code: "kinds/none",
          severity: /** @type {const} */ ("error"),
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
          // What another file declares is printed with {{print …}}: the import statement comes by itself.
          objects: kinds.map(({ name, file }) => ({ symbol: name, from: file, type: /** @type {const} */ (true) })),
        },
        exports: [constant],
      });
    }
    return { files, problems };
  },
};

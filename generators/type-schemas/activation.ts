import { groupName } from "../../engine/markers/group-name.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import { once } from "../../engine/util/once.js";
import { conversionGen } from "../markers/conversion.js";
import { deepcopyGen } from "../markers/deepcopy.js";
import { defaulterGen } from "../markers/defaults.js";
import { openapiGen } from "../markers/openapi.js";
import { protobufGen } from "../markers/protobuf.js";
import { fuzzGen } from "../markers/fuzz.js";
import { registerGen } from "../markers/register.js";
import { schemaGen } from "../markers/schema.js";

/**
 * Markers that enable another generator for a package. Unless their value is `false`, they also
 * enable schemas, because the generated code of these generators uses schemas.
 */
const uses = [deepcopyGen, defaulterGen, conversionGen, registerGen, protobufGen, fuzzGen];

/** Reports whether a marker requests validation functions, which use schemas. */
function isValidated({ markers }: Package): boolean {
  return markers.some(({ name, value }) => name === "k8s:validation-gen" && value !== "false");
}

/** Reports whether the marker of a package or type explicitly includes it in OpenAPI documents. */
function isDocumented(owner: Pick<Package, "markers">): boolean {
  return openapiGen.read(owner).own === true;
}

/**
 * Returns the types of a package for which schemas are generated, in the order of their
 * declaration.
 */
export const activeTypes = once((pkg: Package): ReadonlySet<TypeDeclaration> => {
  const own = schemaGen.read(pkg);
  if (own === false) return new Set();
  const whole =
    own === true ||
    groupName.has(pkg) ||
    isValidated(pkg) ||
    isDocumented(pkg) ||
    uses.some(({ findAll }) => findAll(pkg).some(({ value }) => value !== "false"));
  // An opaque type that a folder declares is generic. Schemas are generated for its instances, not
  // for the generic type itself.
  return new Set(
    Object.values(pkg.types).filter(
      (type) =>
        type.exported && type.shape.kind !== "opaque" && (schemaGen.read(type) ?? (whole || isDocumented(type))),
    ),
  );
});

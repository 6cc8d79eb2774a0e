import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import { runtimePackage } from "../../engine/base/runtime-package.js";
import { openAPIDescription } from "../json-schema/description.js";
import { openapiGen } from "../markers/openapi.js";

/** Name of the generated constant that contains the descriptions. */
export const docsConstant = "docs";

/**
 * A description of a property, or the descriptions of a type, with the name under which it is
 * printed.
 */
interface Named {
  readonly name: string;
  /**
   * True if every JavaScript object inherits a property of this name, such as `toString`.
   * TypeScript would compare the value of such a property with the type of the inherited property.
   */
  readonly isInherited: boolean;
}

/**
 * Plans the file zz_generated.docs.ts of a package, which contains the descriptions of types and
 * their properties. Returns undefined if no type has a description.
 */
export function planDocs(input: PlanInput, pkg: Package, types: readonly TypeDeclaration[]): FilePlan | undefined {
  const described = types.flatMap((type) => {
    const texts = textsOf(type);
    return texts.length === 0 ? [] : [{ ...named(type.name), texts }];
  });
  if (described.length === 0) return undefined;
  return {
    package: pkg.id,
    path: input.path(pkg.id, "docs"),
    template: "docs",
    view: {
      docs: docsConstant,
      Docs: { symbol: "Docs", from: `${runtimePackage}/codegen/v1`, module: true, type: true },
      types: described,
    },
    exports: [docsConstant],
  };
}

/**
 * Returns the descriptions of a type and its properties. The description of the type itself has an
 * empty name.
 */
function textsOf({ description, shape }: TypeDeclaration): readonly (Named & { readonly text: string })[] {
  const fields = shape.kind === "object" ? shape.fields : [];
  const published = fields.filter((field) => openapiGen.read(field).own !== false);
  return [{ name: "", description }, ...published].flatMap(({ name, description: comment }) => {
    const text = openAPIDescription(comment);
    return text === "" ? [] : [{ ...named(name), text }];
  });
}

function named(name: string): Named {
  return { name, isInherited: name in Object.prototype };
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { apiProject, groupDoc } from "../cmd/api-project.js";
import { runHere } from "../cmd/run-here.js";
import { typesOf } from "../cmd/shop-project.js";
import { repository } from "../interop/repository.js";

interface Definition {
  readonly spec: { readonly versions: readonly [{ readonly schema: { readonly openAPIV3Schema: Schema } }] };
}

interface Schema {
  readonly properties: { readonly spec: { readonly properties: Readonly<Record<string, unknown>> } };
}

test("docs/marker-families.md: the spellings of a rule have the same schema", async () => {
  const page = readFileSync(join(repository, "docs/marker-families.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([\w[\]]+)` \| `(\+.*)` \| `(\+.*)` \| `(\+.*)` \|$/gm)];
  const fields = rows.flatMap(([, type = "", ...markers], row) =>
    markers.map((marker, spelling) => `  /** ${marker} */\n  f${row}${spelling}: ${type};`),
  );
  const kind = typesOf("shop.example.com/v1", "Pizza", "  spec: PizzaSpec;").replace(
    "export interface Pizza ",
    "/** +kubebuilder:object:root=true */\nexport interface Pizza ",
  );
  const root = apiProject({
    "apis/shop/v1/doc.ts": groupDoc("shop.example.com"),
    "apis/shop/v1/types.ts": `${kind}export interface PizzaSpec {\n${fields.join("\n")}\n}\n`,
  });
  expect(await runHere(root, [])).toMatchObject({ status: 0 });
  const text = readFileSync(join(root, "generated/crds/shop.example.com_pizzas.yaml"), "utf8");
  const { properties } = (parse(text) as Definition).spec.versions[0].schema.openAPIV3Schema.properties.spec;
  expect(rows).toHaveLength(6);
  for (const row of rows.keys()) {
    expect(Object.keys(properties[`f${row}0`] as object).length).toBeGreaterThan(1);
    expect([properties[`f${row}1`], properties[`f${row}2`]]).toEqual([properties[`f${row}0`], properties[`f${row}0`]]);
  }
});

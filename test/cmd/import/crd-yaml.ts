/**
 * Returns the YAML of a CRD of the kind Pizza.
 *
 * @param spec lines of the schema's property `spec`, without indentation
 * @param more lines of the version, without indentation
 */
export function pizzaCRD(spec: string, more = ""): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: pizzas.pizza.example.com
spec:
  group: pizza.example.com
  names:
    kind: Pizza
    listKind: PizzaList
    plural: pizzas
    singular: pizza
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
${indented(more, 6)}      schema:
        openAPIV3Schema:
          type: object
          properties:
            apiVersion: { type: string }
            kind: { type: string }
            metadata: { type: object }
            spec:
${indented(spec, 14)}`;
}

function indented(text: string, blanks: number): string {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `${" ".repeat(blanks)}${line}\n`)
    .join("");
}

/**
 * Returns the text of a types file in which the rules of markers are tags of typia. The markers are
 * those whose rules OpenAPI definitions contain, so that typia checks the same rules as ajv.
 */
export function withTags(types: string): string {
  const tagged = types.replace(property, (text, comment: string, start: string, type: string) => {
    const tags = Array.from(comment.matchAll(/\+(k8s:\w+|listMapKey)=(\w+)/g), ([, marker = "", value = ""]) =>
      tagOf(marker, value),
    ).filter((tag) => tag !== undefined);
    return tags.length === 0 ? text : `${start}${[`(${type})`, ...tags].join(" & ")};`;
  });
  return `import type { tags } from "typia";\n${uniqueKeys}${tagged}`;
}

/** A property with a comment: the comment, the name, and the type. */
const property = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+\??: )([^;]+);/g;

/**
 * The rule of `+listMapKey`, for which typia has no tag. The tag calls a function of the compiled
 * module.
 */
const uniqueKeys = `type UniqueKeys<Key extends string> = tags.TagBase<{
  target: "array";
  kind: "uniqueKeys";
  value: Key;
  validate: \`hasUniqueKeys($input, "\${Key}")\`;
}>;
`;

function tagOf(marker: string, value: string): string | undefined {
  if (marker === "listMapKey") return `UniqueKeys<${JSON.stringify(value)}>`;
  const name = numeric.get(marker);
  return name === undefined ? undefined : `tags.${name}<${value}>`;
}

const numeric: ReadonlyMap<string, string> = new Map([
  ["k8s:minItems", "MinItems"],
  ["k8s:maxItems", "MaxItems"],
  ["k8s:minLength", "MinLength"],
  ["k8s:maxLength", "MaxLength"],
  ["k8s:minimum", "Minimum"],
  ["k8s:maximum", "Maximum"],
]);

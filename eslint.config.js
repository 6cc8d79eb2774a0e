import tseslint from "typescript-eslint";

const mapNamedCache = "NewExpression[callee.name=/^(Weak)?(Map|Set)$/]";
const cacheAdvice =
  "A cache must be bounded by bytes: use the class Cache (apiserver/util/cache.ts). A map for another purpose needs another name.";

/** Every cache is an instance of one class, which bounds its bytes. */
const caches = {
  files: ["apiserver/**/*.ts", "client/**/*.ts", "runtime/**/*.ts"],
  rules: {
    "no-restricted-syntax": [
      "error",
      ...[
        `PropertyDefinition[key.name=/cache/i] > ${mapNamedCache}`,
        `VariableDeclarator[id.name=/cache/i] > ${mapNamedCache}`,
        `AssignmentExpression[left.property.name=/cache/i] > ${mapNamedCache}`,
        "ClassDeclaration[id.name=/Cache$/]:not([id.name=/^(Cache|WatchCache|EventSeriesCache)$/])",
      ].map((selector) => ({ selector, message: cacheAdvice })),
    ],
  },
};

/** One set of rules for hand-written and generated code alike. */
export default tseslint.config(
  {
    ignores: [
      "**/dist/",
      "**/node_modules/",
      "test/golden/*/*/input/",
      "test/golden/*/*/expected/",
      "test/golden/.work/",
      "**/*.js",
      "**/*.mjs",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ["./tsconfig.lint.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // One import statement for each module: types are inline where values are imported too.
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-import-type-side-effects": "error",
      "no-duplicate-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // `${count}` in a message prints the number.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // The callers of conversion functions and callbacks decide the parameters.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // Go's names have underscores and capitals; docs/architecture.md says which names are used.
      "@typescript-eslint/naming-convention": "off",
    },
  },
  caches,
  // These files import generated files that exist only in a copy: test/corpus/kubernetes/functions.test.ts
  // runs the rules that need types there.
  { files: ["test/corpus/kubernetes/*/**/*.ts"], ...tseslint.configs.disableTypeChecked },
);

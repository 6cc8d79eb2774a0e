import tseslint from "typescript-eslint";

/** One set of rules for hand-written and generated code alike. */
export default tseslint.config(
  {
    ignores: [
      "**/dist/",
      "**/node_modules/",
      "test/golden/*/input/",
      "test/golden/*/expected/",
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
        projectService: { allowDefaultProject: ["vitest.config.ts", "examples/cafe/vitest.config.ts"] },
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
      // `${count}` in a message is what people mean.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // A conversion function has a scope whether it needs it or not, and so have others that somebody else calls.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // Go's names carry underscores and capitals: names are the architecture's decision.
      "@typescript-eslint/naming-convention": "off",
    },
  },
  // They import what is generated beside them elsewhere: the rules that need types run there, in test/kubernetes/functions.test.ts.
  { files: ["test/kubernetes/*/**/*.ts"], ...tseslint.configs.disableTypeChecked },
);

/** Example arguments for a first `codegen create api`. */
export const createExample = "create api --group restaurant.example.com --version v1alpha1 --kind Pizza --namespaced";

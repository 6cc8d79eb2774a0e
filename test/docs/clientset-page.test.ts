import { testPrograms } from "./page-programs.js";

testPrograms("docs/clientset.md", ["write", "apply", "inform", "own", "fake"]);

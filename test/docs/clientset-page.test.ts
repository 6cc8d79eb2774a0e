import { testPrograms } from "./page-programs.js";

testPrograms("docs/clientset.md", ["write", "inform", "own", "fake"]);

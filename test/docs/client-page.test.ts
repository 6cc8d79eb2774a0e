import { testPrograms } from "./page-programs.js";

testPrograms("docs/client.md", ["write", "apply", "inform"]);

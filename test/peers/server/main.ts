import { runAPIServer } from "@apimachinery/apiserver";
import { wardleServer } from "./definition.js";

await runAPIServer(wardleServer);

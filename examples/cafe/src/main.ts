import { runAPIServer } from "@apimachinery/apiserver";
import { definition } from "./definition.js";

await runAPIServer(definition);

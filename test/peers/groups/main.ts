import { runAPIServer } from "@apimachinery/apiserver";
import { groupsServer } from "./definition.js";

await runAPIServer(groupsServer);

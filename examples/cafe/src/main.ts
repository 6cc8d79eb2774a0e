// src/main.ts
import { runAPIServer } from "@apimachinery/apiserver";
import { cafeGroup } from "./cafe-group.js";
import { coffeeMachines } from "./coffee-machines.js";

await runAPIServer({
  name: "cafe-apiserver",
  description: "Serves coffees, and the machines that make them.",
  version: "v0.1.0",
  groups: [cafeGroup],
  admissionPlugins: [coffeeMachines],
});

#!/usr/bin/env node
import { runAPIServer } from "@apimachinery/apiserver";
import { pizzaServer } from "./server.js";

await runAPIServer(pizzaServer);

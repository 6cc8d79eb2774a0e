import { defaultClientConfig, RESTClient } from "@apimachinery/client";
import { runControllers } from "@apimachinery/client/controller";
import { costs } from "./costs.js";

console.log("starting");
const [, , kubeconfig = ""] = process.argv;
const { config } = await defaultClientConfig({ kubeconfig });
const client = new RESTClient(config);
await runControllers([costs], { client });
await client.close();

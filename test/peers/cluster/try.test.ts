import { test } from "vitest";
import { KubeCluster } from "./kube-cluster.js";
import { AggregatedServer } from "./aggregated-server.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
test("x", async () => {
  const t = Date.now();
  const c = await KubeCluster.start();
  const s = await AggregatedServer.start(c).catch((e) => { process.stderr.write(String(e)); throw e; });
  process.stderr.write(`started ${Date.now() - t}\n${s.output}\n`);
  const k = new ClusterKubectl(await c.administrator(), c.folder);
  const r = await k.run("kubectl get apiservices | grep -v Local; kubectl create -f artifacts/examples/topping-tomato.yaml -f artifacts/examples/topping-mozzarella.yaml; sleep 1; kubectl create -f artifacts/examples/pizza-margherita.yaml; kubectl get pizzas; kubectl create -n nope -f artifacts/examples/pizza-margherita.yaml; kubectl get pizzas --as bob; kubectl api-resources --api-group=restaurant.programming-kubernetes.info; kubectl create ns a; kubectl create -n a -f artifacts/examples/pizza-margherita.yaml; kubectl delete ns a; kubectl get pizzas -A");
  process.stderr.write(r.output);
  process.stderr.write(s.output);
  await s.end("SIGTERM");
  await c.remove();
}, 200000);

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Creates, lists and deletes a flunder with fabric8's client, while an informer runs. The variable
 * KUBECONFIG is the path of the kubeconfig. Prints each result as a line.
 */
public class Client {
    public static void main(String[] args) throws InterruptedException {
        var events = new LinkedBlockingQueue<String>();
        try (var client = new KubernetesClientBuilder().build()) {
            var flunders = client.genericKubernetesResources("wardle.example.com/v1alpha1", "Flunder")
                    .inNamespace("default");
            try (var informer = flunders.inform(new Recorder(events))) {
                var rose = new GenericKubernetesResourceBuilder()
                        .withApiVersion("wardle.example.com/v1alpha1").withKind("Flunder")
                        .withNewMetadata().withName("rose").endMetadata().build();
                print("created", flunders.resource(rose).create().getMetadata().getName());
                print("event", events.take());
                print("listed", flunders.list().getItems().stream().map(item -> item.getMetadata().getName()).toList());
                print("deleted", flunders.withName("rose").delete().size());
                print("event", events.take());
                print("stored by the informer", informer.getStore().list().size());
            }
        }
    }

    private static void print(String what, Object result) {
        System.out.println(what + ": " + result);
    }

    private record Recorder(LinkedBlockingQueue<String> events)
            implements ResourceEventHandler<GenericKubernetesResource> {
        public void onAdd(GenericKubernetesResource added) {
            events.add("added " + added.getMetadata().getName());
        }

        public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
            events.add("updated " + after.getMetadata().getName());
        }

        public void onDelete(GenericKubernetesResource deleted, boolean isStateUnknown) {
            events.add("deleted " + deleted.getMetadata().getName());
        }
    }
}

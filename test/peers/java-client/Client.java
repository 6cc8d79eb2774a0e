import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.Config;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Runs a dynamic informer of the official client for Java on fischers. The variable KUBECONFIG is
 * the path of the kubeconfig. Prints each result as a line.
 */
public class Client {
    public static void main(String[] args) throws ApiException, InterruptedException, IOException {
        ApiClient client = Config.defaultClient();
        client.setHttpClient(client.getHttpClient().newBuilder().readTimeout(java.time.Duration.ZERO).build());
        var fischers = api(client, "fischers");
        var events = new LinkedBlockingQueue<String>();
        fischers.create(object("Fischer", "pike")).throwsApiException();
        var factory = new SharedInformerFactory(client);
        var informer = factory.sharedIndexInformerFor(fischers, DynamicKubernetesObject.class, 0);
        informer.addEventHandler(new Recorder(events));
        factory.startAllRegisteredInformers();
        print("event", events.take());
        print("has synced", informer.hasSynced());
        fischers.create(object("Fischer", "trout")).throwsApiException();
        print("event", events.take());
        fischers.delete("pike").throwsApiException();
        print("event", events.take());
        print("stored by the informer", informer.getIndexer().listKeys());
        factory.stopAllRegisteredInformers();

        var flunders = api(client, "flunders");
        flunders.create(object("Flunder", "rose")).throwsApiException();
        try {
            print("kind of a listed flunder", flunders.list().getObject().getItems().get(0).getKind());
        } catch (NullPointerException missing) {
            print("kind of a listed flunder", "missing");
        }
        System.exit(0);
    }

    private static DynamicKubernetesApi api(ApiClient client, String plural) {
        return new DynamicKubernetesApi("wardle.example.com", "v1alpha1", plural, client);
    }

    private static DynamicKubernetesObject object(String kind, String name) {
        var object = new DynamicKubernetesObject();
        object.setApiVersion("wardle.example.com/v1alpha1");
        object.setKind(kind);
        object.setMetadata(new V1ObjectMeta().name(name).namespace("Flunder".equals(kind) ? "default" : null));
        return object;
    }

    private static void print(String what, Object result) {
        System.out.println(what + ": " + result);
    }

    private record Recorder(LinkedBlockingQueue<String> events)
            implements ResourceEventHandler<DynamicKubernetesObject> {
        public void onAdd(DynamicKubernetesObject added) {
            events.add("added " + added.getMetadata().getName());
        }

        public void onUpdate(DynamicKubernetesObject before, DynamicKubernetesObject after) {
            events.add("updated " + after.getMetadata().getName());
        }

        public void onDelete(DynamicKubernetesObject deleted, boolean isStateUnknown) {
            events.add("deleted " + deleted.getMetadata().getName());
        }
    }
}

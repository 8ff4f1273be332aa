import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;
import java.util.Set;

@Workflow(dependents = @Dependent(type = MemcachedDeployment.class))
@ControllerConfiguration
public class MemcachedReconciler implements Reconciler<Memcached> {
  @Override
  public List<EventSource<?, Memcached>> prepareEventSources(EventSourceContext<Memcached> context) {
    var pods = InformerEventSourceConfiguration.from(Pod.class, Memcached.class)
        .withLabelSelector("memcached_cr")
        .withSecondaryToPrimaryMapper(pod -> Set.of(
            new ResourceID(pod.getMetadata().getLabels().get("memcached_cr"), pod.getMetadata().getNamespace())))
        .build();
    return List.of(new InformerEventSource<>(pods, context));
  }

  @Override
  public UpdateControl<Memcached> reconcile(Memcached memcached, Context<Memcached> context) {
    var status = new Memcached.Status();
    status.nodes = context.getSecondaryResources(Pod.class).stream()
        .map(pod -> pod.getMetadata().getName()).sorted().toList();
    memcached.setStatus(status);
    return UpdateControl.patchStatus(memcached);
  }

  public static void main(String[] args) {
    var operator = new Operator();
    operator.register(new MemcachedReconciler());
    operator.start();
  }
}

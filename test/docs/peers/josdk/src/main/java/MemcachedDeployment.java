import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;
import java.util.Map;

@KubernetesDependent
public class MemcachedDeployment extends CRUDKubernetesDependentResource<Deployment, Memcached> {
  @Override
  protected Deployment desired(Memcached memcached, Context<Memcached> context) {
    var name = memcached.getMetadata().getName();
    var labels = Map.of("app", "memcached", "memcached_cr", name);
    return new DeploymentBuilder()
        .withNewMetadata()
          .withName(name).withNamespace(memcached.getMetadata().getNamespace()).withLabels(labels)
        .endMetadata()
        .withNewSpec()
          .withReplicas(memcached.getSpec().size)
          .withNewSelector().withMatchLabels(labels).endSelector()
          .withNewTemplate()
            .withNewMetadata().withLabels(labels).endMetadata()
            .withNewSpec()
              .withNewSecurityContext()
                .withRunAsNonRoot(true).withRunAsUser(11211L)
                .withNewSeccompProfile().withType("RuntimeDefault").endSeccompProfile()
              .endSecurityContext()
              .addNewContainer()
                .withName("memcached")
                .withImage("memcached:1.6.39-alpine")
                .withCommand("memcached", "-m", "64", "-o", "modern", "-v")
                .addNewPort().withName("memcached").withContainerPort(11211).endPort()
                .withNewSecurityContext()
                  .withAllowPrivilegeEscalation(false)
                  .withNewCapabilities().addToDrop("ALL").endCapabilities()
                .endSecurityContext()
              .endContainer()
            .endSpec()
          .endTemplate()
        .endSpec()
        .build();
  }
}

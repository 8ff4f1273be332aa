import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;

@Group("cache.example.com")
@Version("v1alpha1")
public class Memcached extends CustomResource<Memcached.Spec, Memcached.Status> implements Namespaced {
  public static class Spec {
    @Min(1) @Max(5) @Default("3")
    public int size;
  }

  public static class Status {
    public List<String> nodes;
  }
}

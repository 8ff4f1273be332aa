import imports.com.example.Database;
import imports.com.example.DatabaseSpec;
import imports.com.example.DatabaseSpecEngine;
import imports.com.example.cache.Memcached;
import imports.com.example.cache.MemcachedSpec;
import java.util.Map;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.ChartProps;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "shop", ChartProps.builder().namespace("production").build());

        Database.Builder.create(chart, "Orders")
            .metadata(ApiObjectMetadata.builder().name("orders").build())
            .spec(DatabaseSpec.builder()
                .engine(DatabaseSpecEngine.MYSQL)
                .version("8.4")
                .storage("50Gi")
                .config(Map.of("max_connections", "200"))
                .build())
            .build();
        Memcached.Builder.create(chart, "Sessions")
            .metadata(ApiObjectMetadata.builder().name("sessions").build())
            .spec(MemcachedSpec.builder().size(2).build())
            .build();

        app.synth();
    }
}

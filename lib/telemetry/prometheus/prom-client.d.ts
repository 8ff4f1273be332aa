// The parts of prom-client that `series-registry.ts` loads individually: the package declares types only for its index.

declare module 'prom-client/lib/counter.js' {
  import { Counter } from 'prom-client';

  export = Counter;
}

declare module 'prom-client/lib/gauge.js' {
  import { Gauge } from 'prom-client';

  export = Gauge;
}

declare module 'prom-client/lib/histogram.js' {
  import { Histogram } from 'prom-client';

  export = Histogram;
}

declare module 'prom-client/lib/registry.js' {
  import { Registry } from 'prom-client';

  export = Registry;
}

declare module 'prom-client/lib/metrics/*' {
  import type { DefaultMetricsCollectorConfiguration, Registry, RegistryContentType } from 'prom-client';

  function collect(registry: Registry, configuration: DefaultMetricsCollectorConfiguration<RegistryContentType>): void;

  export = collect;
}

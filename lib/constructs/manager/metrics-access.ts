/** The access to the manager's metrics. */
export type MetricsAccess =
  | { readonly for: 'authorized'; readonly secret?: string }
  | { readonly for: 'anybody' }
  | { readonly for: 'none' };

/**
 * The kinds of access to metrics.
 *
 * @example
 * new MemcachedOperator(app, 'memcached-operator', {
 *   version: '0.1.0',
 *   image: 'example.com/memcached-operator:0.1.0',
 *   metrics: MetricsAccess.authorized('memcached-metrics-certificate'),
 * });
 */
export const MetricsAccess = {
  /**
   * Serves metrics by HTTPS to accounts that the API server authenticates by token and allows to get `/metrics`. Bind
   * the ClusterRole `<operator>-metrics-reader` to the scraper.
   *
   * @param secret - of type kubernetes.io/tls in the operator's namespace, with a certificate that another actor keeps.
   * @default the manager issues one at each start, which scrapers can't verify
   */
  authorized(secret?: string): MetricsAccess {
    return { for: 'authorized', ...(secret !== undefined && { secret }) };
  },

  /**
   * Serves metrics by HTTP to every client that reaches the port, for example behind a service mesh that encrypts and
   * authorizes.
   */
  anybody(): MetricsAccess {
    return { for: 'anybody' };
  },

  /** Doesn't serve metrics. */
  none(): MetricsAccess {
    return { for: 'none' };
  },
} as const;

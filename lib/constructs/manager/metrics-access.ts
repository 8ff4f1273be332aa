/** Who may read the manager's metrics, and how they reach them. */
export type MetricsAccess =
  | { readonly for: 'authorized'; readonly secret?: string }
  | { readonly for: 'anybody' }
  | { readonly for: 'nobody' };

/** The ways to serve metrics. */
export const MetricsAccess = {
  /**
   * By HTTPS, to those whom the API server knows by their token and allows to get `/metrics`: bind the ClusterRole
   * `<operator>-metrics-reader` to whoever scrapes.
   *
   * @param secret - of type kubernetes.io/tls in the operator's namespace, in which somebody keeps the certificate.
   *   @default the operator issues one at each start, which scrapers can't check
   */
  authorized(secret?: string): MetricsAccess {
    return { for: 'authorized', ...(secret !== undefined && { secret }) };
  },

  /** By HTTP, to whoever reaches the port: for where something else encrypts and decides, such as a service mesh. */
  anybody(): MetricsAccess {
    return { for: 'anybody' };
  },

  /** Not at all. */
  nobody(): MetricsAccess {
    return { for: 'nobody' };
  },
} as const;

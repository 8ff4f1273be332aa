/** The labels of a metric: name → its possible values. */
export type MetricLabels = Readonly<Record<string, readonly string[]>>;

/** The types of metrics. @see https://prometheus.io/docs/concepts/metric_types/ */
export type MetricType = 'counter' | 'gauge' | 'histogram';

/** A metric that an operator's author declares. */
export interface MetricDefinition<Type extends MetricType = MetricType, Labels extends MetricLabels = MetricLabels> {
  readonly type: Type;
  /** The exported name: the operator's name, then the author's. */
  readonly fullName: string;
  readonly help: string;
  /** @default none */
  readonly labels: Labels | undefined;
  /** The upper bounds of a histogram's buckets, ascending. @default 5 ms to 10 s, in seconds */
  readonly buckets?: readonly number[] | undefined;
}

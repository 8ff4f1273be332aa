import type { MetricDefinition, MetricLabels, Metrics } from '../../telemetry/index.ts';

/** The values of a metric's labels: a declared value for each label. */
export type LabelValues<Labels extends MetricLabels> = { readonly [Name in keyof Labels]: Labels[Name][number] };

/**
 * Records values of the metrics that the operator declares, which `/metrics` serves beside the library's own.
 *
 * @throws TypeError for a label value that the metric doesn't declare, if a cast hides it from the compiler.
 */
export interface CallbackMetrics {
  /** Adds to a counter. @param amount - at least 0. */
  add<Labels extends MetricLabels>(
    counter: MetricDefinition<'counter', Labels>,
    amount: number,
    ...labels: LabelArguments<Labels>
  ): void;

  /** Sets a gauge. */
  set<Labels extends MetricLabels>(
    gauge: MetricDefinition<'gauge', Labels>,
    value: number,
    ...labels: LabelArguments<Labels>
  ): void;

  /** Counts a value in its bucket of a histogram. */
  observe<Labels extends MetricLabels>(
    histogram: MetricDefinition<'histogram', Labels>,
    value: number,
    ...labels: LabelArguments<Labels>
  ): void;
}

/** No arguments for a metric without labels. */
type LabelArguments<Labels extends MetricLabels> = keyof Labels extends never ? [] : [labels: LabelValues<Labels>];

/** Returns the recorder of values for callbacks. */
export function callbackMetrics(metrics: Pick<Metrics, 'declaredMetric'>): CallbackMetrics {
  const record = (metric: MetricDefinition, value: number, given: Readonly<Record<string, string>> = {}): void => {
    const { fullName, labels = {} } = metric;
    for (const name of new Set([...Object.keys(labels), ...Object.keys(given)])) {
      const [wanted, known] = [given[name], Object.hasOwn(labels, name) ? labels[name] : undefined];
      if (wanted !== undefined && known?.includes(wanted) === true) continue;
      throw new TypeError(`${fullName} does not declare ${name}="${wanted}": add the value to its \`labels\``);
    }
    metrics.declaredMetric(metric)(value, given);
  };
  return { add: record, set: record, observe: record };
}

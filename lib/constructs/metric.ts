import { Construct, type IConstruct } from 'constructs';
import type { MetricDefinition, MetricLabels, MetricType } from '../telemetry/index.ts';
import { Operator } from './operator.ts';

const brand = Symbol.for('operand.Metric');

/** The maximum number of series of a metric: each costs memory here and in Prometheus, permanently. */
const mostSeries = 1_000;

/** Props of {@link Counter} and {@link Gauge}. */
export interface MetricProps<Labels extends MetricLabels> {
  /** The name without the operator's, such as `backups_total`; the served name is `database_operator_backups_total`. */
  readonly name: string;
  /** One sentence for people who read the metrics. */
  readonly help: string;
  /**
   * Label → its possible values, at most 1,000 combinations together. Don't use names of objects, users or namespaces:
   * their number has no bound.
   *
   * @default none
   */
  readonly labels?: Labels;
}

/** Props of {@link Histogram}. */
export interface HistogramProps<Labels extends MetricLabels> extends MetricProps<Labels> {
  /** The upper bounds of the buckets, ascending. @default 5 ms to 10 s, in seconds */
  readonly buckets?: readonly number[];
}

/** A metric of the operator, which callbacks record with `metrics` of their context. */
export abstract class Metric<Type extends MetricType = MetricType, Labels extends MetricLabels = MetricLabels>
  extends Construct
  implements MetricDefinition<Type, Labels>
{
  readonly type: Type;
  readonly fullName: string;
  readonly help: string;
  readonly labels: Labels | undefined;
  readonly buckets: readonly number[] | undefined;

  protected constructor(
    { scope, id, type }: { readonly scope: Construct; readonly id: string; readonly type: Type },
    { name, help, labels, buckets }: HistogramProps<Labels>,
  ) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    const operator = Operator.of(this);
    this.type = type;
    this.fullName = `${operator.name.replace(/[^a-zA-Z0-9]/g, '_')}_${name}`;
    this.help = help;
    this.labels = labels;
    this.buckets = buckets;
    this.node.addValidation({ validate: () => [...metricFindings(this, Metric.in(operator))] });
  }

  /** Returns the metrics of an operator, in the order of their construction. */
  static in(operator: Operator): readonly Metric[] {
    return operator.node.findAll().filter(Metric.isMetric);
  }

  /** Returns true for a metric, also one of another copy of the library. */
  static isMetric(construct: IConstruct): construct is Metric {
    return brand in construct;
  }
}

/**
 * A number that only grows, such as that of completed backups.
 *
 * @example
 * const backups = new Counter(this, 'Backups', { name: 'backups_total', help: 'Backups made.' });
 * // in a callback: metrics.add(backups, 1)
 */
export class Counter<const Labels extends MetricLabels = Record<never, never>> extends Metric<'counter', Labels> {
  constructor(scope: Construct, id: string, props: MetricProps<Labels>) {
    super({ scope, id, type: 'counter' }, props);
  }
}

/**
 * A number that goes up and down, such as that of free licences.
 *
 * @example
 * const licences = new Gauge(this, 'Licences', { name: 'free_licences', help: 'Licences that no database uses.' });
 * // in a callback: metrics.set(licences, 12)
 */
export class Gauge<const Labels extends MetricLabels = Record<never, never>> extends Metric<'gauge', Labels> {
  constructor(scope: Construct, id: string, props: MetricProps<Labels>) {
    super({ scope, id, type: 'gauge' }, props);
  }
}

/**
 * A distribution of values, such as the durations of backups.
 *
 * @example
 * const time = new Histogram(this, 'BackupTime', {
 *   name: 'backup_seconds',
 *   help: 'Duration of backups.',
 *   labels: { result: ['complete', 'failed'] },
 * });
 * // in a callback: metrics.observe(time, 4.2, { result: 'complete' })
 */
export class Histogram<const Labels extends MetricLabels = Record<never, never>> extends Metric<'histogram', Labels> {
  constructor(scope: Construct, id: string, props: HistogramProps<Labels>) {
    super({ scope, id, type: 'histogram' }, props);
  }
}

function* metricFindings(metric: Metric, all: readonly Metric[]): Iterable<string> {
  const { type, fullName, labels = {}, help, buckets = [] } = metric;
  if (!/^[a-zA-Z][a-zA-Z0-9_]*$/.test(fullName))
    yield `the metric ${fullName} has a name that Prometheus refuses: use letters, digits and "_"`;
  if ((type === 'counter') !== fullName.endsWith('_total'))
    yield `the ${type} ${fullName} ${type === 'counter' ? 'does not end' : 'ends'} in _total: counters do, others do not`;
  if (all.some((other) => other !== metric && other.fullName === fullName))
    yield `the metric ${fullName} is declared twice: use one construct for both`;
  if (help === '') yield `the metric ${fullName} has no help: describe in one sentence what it counts`;
  for (const [label, values] of Object.entries(labels)) {
    if (!/^[a-z][a-z0-9_]*$/.test(label) || label === 'le')
      yield `${fullName} has the label ${label}: use lower-case letters, digits and "_", and not le`;
    if (values.length === 0) yield `the label ${label} of ${fullName} has no values: list those that it can have`;
  }
  const series = Object.values(labels).reduce((product, values) => product * values.length, 1);
  if (series > mostSeries) yield `the labels of ${fullName} have ${series} combinations: use at most ${mostSeries}`;
  if (buckets.some((bound, index) => index > 0 && bound <= (buckets[index - 1] ?? bound)))
    yield `the buckets of ${fullName} are not ascending: sort them, each once`;
}

/** The metrics that autoscalers of an {@link EmbeddedCluster} read. */
export class MetricValues {
  readonly #values = new Map<string, number>();
  readonly #changed: () => void;

  /** @internal */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /**
   * Sets the present value of a metric for all autoscalers that name it.
   *
   * @param name - `cpu` and `memory` for resources, or the name of a metric
   * @param value - the average of the pods, in the unit of the target: percent for a utilization; the total for a target `Value`
   */
  set(name: string, value: number): void {
    this.#values.set(name, value);
    this.#changed();
  }

  /** Returns the value of a metric; undefined if it isn't set. */
  get(name: string): number | undefined {
    return this.#values.get(name);
  }
}

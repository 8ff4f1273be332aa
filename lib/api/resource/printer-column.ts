/**
 * A column of the table that `kubectl get` prints.
 *
 * @see
 *   https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#additional-printer-columns
 */
export interface PrinterColumn {
  /** The heading, such as `Replicas`. */
  readonly name: string;
  /** A JSON path from the object down, such as `.spec.replicas`. */
  readonly jsonPath: `.${string}`;
  /** @default the type that the schema has at that path: a column of a time is a `date` */
  readonly type?: 'integer' | 'number' | 'string' | 'boolean' | 'date';
  readonly description?: string;
  /** 0: always shown; greater: only with `-o wide`. @default 0 */
  readonly priority?: number;
}

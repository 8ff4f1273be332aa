/** The options of `dev`. */
export interface DevOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly namespace?: string;
  readonly watchNamespaces?: string;
  readonly webhookUrl?: string;
  readonly webhookAddress?: string;
  /** The port of the dashboard, or `true` for a free one. @default there is no dashboard */
  readonly dashboard?: number | true;
  /** True in the process that runs the operator until the next save. */
  readonly session?: true;
}

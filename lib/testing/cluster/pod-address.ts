/** A pod, and one of its containers. */
export interface PodAddress {
  /** @default `default` */
  readonly namespace?: string | undefined;
  readonly name: string;
  /** @default the first one, or the one that the pod's annotation names */
  readonly container?: string | undefined;
}

/** Returns the arguments of kubectl for a pod. */
export function podArguments({ namespace = 'default', name, container }: PodAddress): readonly string[] {
  return ['--namespace', namespace, name, ...(container === undefined ? [] : ['--container', container])];
}

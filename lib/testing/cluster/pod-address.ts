/** Which pod, and which of its containers. */
export interface PodAddress {
  /** @default `default` */
  readonly namespace?: string | undefined;
  readonly name: string;
  /** @default the first, or the one that the pod's annotations name */
  readonly container?: string | undefined;
}

/** Words by which kubectl is told so. */
export function podArguments({ namespace = 'default', name, container }: PodAddress): readonly string[] {
  return ['--namespace', namespace, name, ...(container === undefined ? [] : ['--container', container])];
}

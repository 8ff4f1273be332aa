/**
 * Where in a custom resource its number of replicas is, for `kubectl scale` and HorizontalPodAutoscalers.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource
 */
export interface Scale {
  /** An integer in the spec: how many are wanted, such as `.spec.replicas`. */
  readonly replicas: `.spec.${string}`;
  /** An integer in the status: how many there are, such as `.status.replicas`. */
  readonly observedReplicas: `.status.${string}`;
  /** A text in the status that selects the pods, such as `.status.labelSelector`; autoscalers need it. @default none */
  readonly selector?: `.status.${string}`;
}

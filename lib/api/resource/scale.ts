/**
 * The paths of a custom resource's numbers of replicas, for `kubectl scale` and HorizontalPodAutoscalers.
 *
 * @see
 *   https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource
 */
export interface Scale {
  /** The wanted number, an integer in the spec such as `.spec.replicas`. */
  readonly replicas: `.spec.${string}`;
  /** The observed number, an integer in the status such as `.status.replicas`. */
  readonly observedReplicas: `.status.${string}`;
  /**
   * A label selector of the pods, a text in the status such as `.status.labelSelector`; autoscalers need it.
   *
   * @default none
   */
  readonly selector?: `.status.${string}`;
}

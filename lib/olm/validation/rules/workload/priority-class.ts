import { byObjectValidator } from '../../object-validator.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules for priority classes, which apply to the whole cluster. */
export const priorityClassRules: readonly BundleRule[] = [
  {
    id: 'priority-class',
    demand:
      'A PriorityClass of the bundle is not the default for all pods of the cluster, nor one of Kubernetes itself.',
    rejection: {
      by: 'API server',
      message: 'PriorityClass "…" is invalid',
    },
    *check(bundle) {
      for (const priority of bundle.manifestsOf('scheduling.k8s.io', 'PriorityClass')) {
        const [name, value] = [priority.at('metadata', 'name'), priority.at('value')];
        if (priority.at('globalDefault').value === true) {
          yield {
            place: priority.at('globalDefault'),
            severity: 'warning',
            strict: byObjectValidator('globalDefault field cannot be set to true'),
            what: 'it would be the priority of all pods of the cluster without a class',
            remedy: 'leave it out, and name the class in its pods',
          };
        }
        if (name.text?.startsWith('system-') === true) {
          yield {
            place: name,
            what: 'such names are reserved for Kubernetes',
            remedy: "choose a name without 'system-'",
          };
        } else if (typeof value.value === 'number' && value.value > highestPriority) {
          yield {
            place: value,
            what: `priorities above ${highestPriority} are reserved for Kubernetes`,
            remedy: `write at most ${highestPriority}`,
          };
        }
      }
    },
  },
];

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/#priorityclass */
const highestPriority = 1_000_000_000;

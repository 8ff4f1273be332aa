import { byObjectValidator } from '../../object-validator.ts';
import type { Rule } from '../../rule.ts';

/** What is demanded of classes of priority, which are the whole cluster’s. */
export const priorityClassRules: readonly Rule[] = [
  {
    id: 'priority-class',
    demand:
      'A PriorityClass of the bundle is not the default for all pods of the cluster, nor one of Kubernetes itself.',
    rejection: {
      by: 'API server',
      message: 'value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
    },
    *check(bundle) {
      for (const priority of bundle.manifestsOf('scheduling.k8s.io', 'PriorityClass')) {
        const [name, value] = [priority.at('metadata', 'name'), priority.at('value')];
        if (priority.at('globalDefault').value === true) {
          yield {
            place: priority.at('globalDefault'),
            severity: 'warning',
            strict: byObjectValidator('globalDefault field cannot be set to true'),
            what: 'it would be the priority of all pods of the cluster that name none',
            remedy: 'leave it out, and name the class in the pods that it is for',
          };
        }
        if (name.text?.startsWith('system-') === true) {
          yield { place: name, what: "such names are Kubernetes' own", remedy: "call it otherwise than 'system-…'" };
        } else if (typeof value.value === 'number' && value.value > highestPriority) {
          yield {
            place: value,
            what: `priorities above ${highestPriority} are those of Kubernetes itself`,
            remedy: `write ${highestPriority} at most`,
          };
        }
      }
    },
  },
];

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/#priorityclass */
const highestPriority = 1_000_000_000;

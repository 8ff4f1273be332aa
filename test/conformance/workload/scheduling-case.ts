import type { JsonObject } from '../../../lib/api/index.ts';
import { textAt } from '../../../lib/schema/json-part.ts';
import { conditionOf } from '../../../lib/testing/embedded/condition.ts';
import type { WorkloadCase, WorkloadStep } from './workload-case.ts';

/** Creates a pod, and waits until the scheduler has found a node for it or has said that there is none. */
function pod(
  name: string,
  spec: JsonObject,
  { labels = {}, ...container }: { readonly labels?: JsonObject; readonly [field: string]: JsonObject[string] } = {},
): WorkloadStep {
  return {
    method: 'POST',
    resource: 'pods',
    body: { metadata: { name, labels }, spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec } },
    until: (object) =>
      textAt(object, 'status.phase') === 'Running' || conditionOf(object, 'PodScheduled')?.status === 'False',
  };
}

const labels = { app: 'web' };

function term(matchLabels: JsonObject, topologyKey = 'kubernetes.io/hostname'): JsonObject {
  return { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: { matchLabels } }] };
}

function spread(topologyKey: string): JsonObject {
  const constraint = {
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: { matchLabels: {} },
  };
  return { topologySpreadConstraints: [constraint] };
}

const requests = (amounts: JsonObject) => ({ resources: { requests: amounts } });
const port = { ports: [{ containerPort: 80, hostPort: 8080 }] };

function shownPods(title: string, ...steps: readonly WorkloadStep[]): WorkloadCase {
  return { title, steps, shows: ['pods'] };
}

/** Pods that fit no node, or only some. */
export const schedulingCases: readonly WorkloadCase[] = [
  shownPods(
    'pods that request more than a node has',
    pod('huge', {}, requests({ cpu: '100000', memory: '100Ti' })),
    pod('first', {}, requests({ cpu: '600' })),
    pod('second', {}, requests({ cpu: '600' })),
    pod('device', {}, { resources: { limits: { 'example.com/device': '1' } } }),
  ),
  shownPods(
    'pods whose node selector fits no node',
    pod('selecting', { nodeSelector: { no: 'node' } }),
    pod('affine', {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'no', operator: 'Gt', values: ['1'] }] }],
          },
        },
      },
    }),
  ),
  shownPods(
    'pods that keep away from each other',
    pod('first', { affinity: { podAntiAffinity: term(labels) } }, { labels }),
    pod('second', { affinity: { podAntiAffinity: term(labels) } }, { labels }),
    pod('avoided', {}, { labels }),
    pod('avoiding', { affinity: { podAntiAffinity: term(labels) } }),
    pod('other', { affinity: { podAntiAffinity: term({ app: 'none' }) } }),
  ),
  shownPods(
    'pods that need others',
    pod('alone', { affinity: { podAffinity: term(labels) } }),
    pod('own', { affinity: { podAffinity: term({ me: 'me' }) } }, { labels: { me: 'me' } }),
    pod('elsewhere', { affinity: { podAffinity: term({ me: 'me' }, 'no/label') } }),
    pod('beside', { affinity: { podAffinity: term({ me: 'me' }) } }),
  ),
  shownPods(
    'pods that are spread',
    pod('first', spread('kubernetes.io/hostname')),
    pod('second', spread('kubernetes.io/hostname')),
    pod('elsewhere', spread('no/label')),
  ),
  shownPods(
    'pods that need the same port of a node',
    pod('first', {}, port),
    pod('second', {}, port),
    pod('other', {}, { ports: [{ containerPort: 80, hostPort: 8080, protocol: 'UDP' }] }),
  ),
  shownPods(
    'a pod whose claim is absent',
    pod('claiming', { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'none' } }] }),
  ),
  shownPods('a pod with a scheduling gate', pod('gated', { schedulingGates: [{ name: 'example.com/gate' }] })),
];

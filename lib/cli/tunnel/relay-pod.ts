// In: the Deployment of an operator. Out: the Service that leads API servers to a relay, and a pod of the operator's image that
// runs it. Pure. Called by the relay in a cluster.

import type { JsonObject, KubernetesObject, ObjectKey, StoredObject } from '../../api/index.ts';
import { managerContainer, webhookPorts } from '../../constructs/index.ts';
import { fieldsAt, objectsAt } from '../../schema/index.ts';
import { relayPorts } from './relay.ts';

/** The label of relays; its value is the name of the Service, which selects its pods by it. */
export const relayLabel = 'operand-dev-relay';

/** Returns the Service of a relay. */
export function relayService({ namespace = '', name }: ObjectKey): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace, name, labels: { [relayLabel]: name } },
    spec: { selector: { [relayLabel]: name }, ports: [{ port: webhookPorts.service, targetPort: relayPorts.calls }] },
  };
}

/**
 * Returns a relay's pod, which is deleted with its Service: a container as in the Deployment, without the token of an account.
 *
 * @param id - a part of its name.
 */
export function relayPod(deployment: StoredObject, service: StoredObject, id: string): KubernetesObject {
  const { namespace = '', name, uid } = service.metadata;
  const pod = fieldsAt(deployment, 'spec.template.spec');
  const containers = objectsAt(pod, 'containers');
  const manager = containers.find((each) => each.name === managerContainer) ?? containers[0] ?? {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ namespace, name: `${name}-${id}`, labels: { [relayLabel]: name } },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name, uid }],
    },
    spec: {
      ...picked(pod, ['imagePullSecrets', 'nodeSelector', 'tolerations', 'runtimeClassName', 'securityContext']),
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      restartPolicy: 'Never',
      // It has nothing to complete. A pod with a grace period stays as long as a lost node doesn't confirm its end.
      terminationGracePeriodSeconds: 0,
      containers: [
        {
          ...picked(manager, ['image', 'imagePullPolicy', 'command', 'resources', 'securityContext']),
          name: 'relay',
          args: ['relay'],
          // It becomes ready, and its Service leads to it, when it listens.
          startupProbe: { tcpSocket: { port: relayPorts.calls }, periodSeconds: 1, failureThreshold: 60 },
        },
      ],
    },
  };
}

function picked(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}

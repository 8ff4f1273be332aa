// In: the Deployment of an operator. Out: a pod of its image that runs a relay, and the Service that leads API servers to it.
// Pure. Called by the tunnel of `dev`.

import type { JsonObject, KubernetesObject, StoredObject } from '../../api/index.ts';
import { devServicePrefix, managerContainer, webhookPorts } from '../../constructs/index.ts';
import { fieldsAt, objectsAt } from '../../schema/index.ts';
import { relayPorts } from './relay.ts';

/** The label of relays; its value is the name of the pod, by which the Service selects it. */
export const relayLabel = 'operand-dev-relay';

/** Returns a relay's pod: a container as in the Deployment, without the token of an account. */
export function relayPod(deployment: StoredObject, id: string): KubernetesObject {
  const { namespace = '' } = deployment.metadata;
  const name = `${devServicePrefix}${id}`;
  const pod = fieldsAt(deployment, 'spec.template.spec');
  const containers = objectsAt(pod, 'containers');
  const manager = containers.find((each) => each.name === managerContainer) ?? containers[0] ?? {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name, labels: { [relayLabel]: name } },
    spec: {
      ...picked(pod, ['imagePullSecrets', 'nodeSelector', 'tolerations', 'runtimeClassName', 'securityContext']),
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      restartPolicy: 'Never',
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

/** Returns the Service of a relay, which is deleted with its pod. */
export function relayService(pod: StoredObject): KubernetesObject {
  const { namespace = '', name, uid } = pod.metadata;
  const owner = { apiVersion: 'v1', kind: 'Pod', name, uid };
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace, name, labels: { [relayLabel]: name }, ownerReferences: [owner] },
    spec: { selector: { [relayLabel]: name }, ports: [{ port: webhookPorts.service, targetPort: relayPorts.calls }] },
  };
}

function picked(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}

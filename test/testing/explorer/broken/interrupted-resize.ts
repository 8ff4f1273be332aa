import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { isNotFound } from '../../../../lib/client/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator, declaringOperator, owners } from './box.ts';

// rabbitmq/cluster-operator#782, found by Sieve: to enlarge the volumes, the operator deletes the StatefulSet and then patches the claims.
// It decides by the StatefulSet's capacity. After a crash between the two writes there is none to compare with, and the claims keep their
// size. Here, ConfigMaps stand for the StatefulSet and the claim.
const broken = boxOperator((scope) => {
  new Controller(scope, 'Controller', {
    for: Box,
    uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'create', 'patch', 'delete'] }],
    render: () => undefined,
    reconcile: async ({ client, metadata, spec: { size } }) => {
      const data = { capacity: `${size}Gi` };
      const object = (suffix: string) => ({ metadata: { ...beside(metadata, suffix), ...owners(metadata) }, data });
      const capacityOf = async (suffix: string) => {
        try {
          return (await client.get(k8s.KubeConfigMap, beside(metadata, suffix))).data?.capacity;
        } catch (error) {
          if (isNotFound(error)) return undefined;
          throw error;
        }
      };
      const [set, claim] = [await capacityOf('set'), await capacityOf('claim')];
      const isResized = set !== undefined && set !== data.capacity;
      if (isResized) await client.delete(k8s.KubeConfigMap, beside(metadata, 'set'));
      if (claim === undefined) await client.create(k8s.KubeConfigMap, object('claim'));
      else if (isResized) await client.patch(k8s.KubeConfigMap, beside(metadata, 'claim'), { data });
      if (isResized || set === undefined) await client.create(k8s.KubeConfigMap, object('set'));
      return Action.awaitChange();
    },
  });
});

export const interruptedResize: BrokenOperator = {
  mistake: 'never finishes a resize that a crash interrupts (rabbitmq/cluster-operator#782)',
  broken,
  healthy: declaringOperator(() => ['claim', 'set']),
  from: [box()],
  changes: [(world) => world.change(Box, 'a', { spec: { size: 2 } })],
  violates: 'same end state',
};

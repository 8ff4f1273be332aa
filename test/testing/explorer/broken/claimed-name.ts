import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { isAlreadyExists } from '../../../../lib/client/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator, declaringOperator, isAbsent, owners } from './box.ts';

const broken = boxOperator((scope) => {
  new Controller(scope, 'Controller', {
    for: Box,
    uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'create'] }],
    render: () => undefined,
    reconcile: async ({ client, metadata }) => {
      const object = { metadata: { ...beside(metadata, 'content'), ...owners(metadata) } };
      if (!(await isAbsent(client.get(k8s.KubeConfigMap, beside(metadata, 'content'))))) return Action.awaitChange();
      try {
        await client.create(k8s.KubeConfigMap, object);
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
      }
      return Action.awaitChange();
    },
  });
});

export const claimedName: BrokenOperator = {
  mistake: 'reports that it is Ready when another actor has the name of its child',
  broken,
  healthy: declaringOperator(() => ['content']),
  from: [box()],
  violates: 'truthful status',
};

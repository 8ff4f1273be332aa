import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator, declaringOperator, isAbsent, owners } from './box.ts';

const broken = boxOperator((scope) => {
  new Controller(scope, 'Controller', {
    for: Box,
    uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'create'] }],
    render: () => undefined,
    reconcile: async ({ client, log, metadata }) => {
      const object = { metadata: { ...beside(metadata, 'content'), ...owners(metadata) } };
      if (!(await isAbsent(client.get(k8s.KubeConfigMap, beside(metadata, 'content'))))) return Action.awaitChange();
      await client.create(k8s.KubeConfigMap, object).catch((error: unknown) => {
        log.error('the content could not be written', { error });
      });
      return Action.awaitChange();
    },
  });
});

export const swallowedError: BrokenOperator = {
  mistake: 'logs an error instead of throwing it',
  broken,
  healthy: declaringOperator(() => ['content']),
  from: [box()],
  violates: 'same end state',
};

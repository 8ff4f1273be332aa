import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { isNotFound } from '../../../../lib/client/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      uses: [{ kind: k8s.KubeConfigMap, verbs: ['apply', 'delete'] }],
      render: () => undefined,
      reconcile: async ({ client, metadata, spec }) => {
        const data = { content: JSON.stringify(spec) };
        await client.apply(k8s.KubeConfigMap, { metadata: beside(metadata, 'account'), data });
        return Action.awaitChange();
      },
      cleanup: async ({ client, metadata }) => {
        if (isBroken) return;
        await client.delete(k8s.KubeConfigMap, beside(metadata, 'account')).catch((error: unknown) => {
          if (!isNotFound(error)) throw error;
        });
      },
    });
  });

export const forgottenCleanup: BrokenOperator = {
  mistake: 'creates an object without an owner, and never deletes it',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'nothing is left after the deletion',
};

import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator, isAbsent } from './box.ts';

/** Returns an operator with an object outside of its resource, which has no owner: a finalizer removes it. */
const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'create', 'patch', 'delete'] }],
      render: () => undefined,
      reconcile: async ({ client, metadata }) => {
        const key = beside(metadata, 'account');
        const isNew = await isAbsent(client.get(k8s.KubeConfigMap, key));
        if (isNew) await client.create(k8s.KubeConfigMap, { metadata: { ...key, labels: { kind: 'account' } } });
        const { data = {} } =
          isBroken && !isNew ? { data: { password: 'a' } } : await client.get(k8s.KubeConfigMap, key);
        if (data.password === undefined) await client.patch(k8s.KubeConfigMap, key, { data: { password: 'a' } });
        return Action.awaitChange();
      },
      cleanup: async ({ client, metadata }) => {
        await isAbsent(client.delete(k8s.KubeConfigMap, beside(metadata, 'account')));
      },
    });
  });

export const interruptedAccount: BrokenOperator = {
  mistake: 'never completes an object without an owner if a crash interrupts it',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'same end state',
};

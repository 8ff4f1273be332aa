import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { isNotFound } from '../../../../lib/client/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, beside, box, boxOperator } from './box.ts';

const spec = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
};

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      uses: [{ kind: k8s.KubePersistentVolumeClaim, verbs: ['apply', 'delete'] }],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', metadata.name, spec),
      reconcile: async ({ client, metadata, spec: { size } }) => {
        for (const ordinal of [0, 1, 2]) {
          const key = beside(metadata, `data-${ordinal}`);
          if (ordinal < size) {
            await client.apply(k8s.KubePersistentVolumeClaim, { metadata: key, spec });
          } else if (isBroken) {
            await client.delete(k8s.KubePersistentVolumeClaim, key).catch((error: unknown) => {
              if (!isNotFound(error)) throw error;
            });
          }
        }
        return Action.awaitChange();
      },
    });
  });

export const deletedData: BrokenOperator = {
  mistake: 'deletes volume claims when it scales down',
  broken: operator(true),
  healthy: operator(false),
  from: [box({ size: 3 })],
  violates: 'data is kept',
};

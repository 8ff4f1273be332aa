import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { isNotFound } from '../../../../lib/client/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, beside, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      uses: [{ kind: k8s.KubeSecret, verbs: ['apply', 'delete'] }],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', metadata.name, spec),
      reconcile: async ({ client, metadata, spec }) => {
        const ownerReferences = [{ apiVersion: 'example.com/v1', kind: 'Box', name: metadata.name, uid: metadata.uid }];
        const key = beside(metadata, 'label');
        if (spec.label !== undefined) {
          await client.apply(k8s.KubeSecret, {
            metadata: { ...key, ownerReferences },
            stringData: { label: spec.label },
          });
        } else if (!isBroken) {
          await client.delete(k8s.KubeSecret, key).catch((error: unknown) => {
            if (!isNotFound(error)) throw error;
          });
        }
        return Action.awaitChange();
      },
    });
  });

export const keptChild: BrokenOperator = {
  mistake: 'keeps the object of an optional field when the field is unset',
  broken: operator(true),
  healthy: operator(false),
  from: [box({ label: 'x' })],
  violates: 'path independence',
};

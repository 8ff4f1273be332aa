import { k8s } from 'cdk8s-plus-28';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap, k8s.KubeRole],
      render: (place, { metadata, spec }) => {
        // The API server lets an operator grant only rights that it has.
        const verbs = isBroken && spec.size === 3 ? ['delete'] : [];
        const rules = verbs.length === 0 ? [] : [{ apiGroups: [''], resources: ['pods'], verbs }];
        new k8s.KubeRole(place, 'Role', { metadata: { name: metadata.name }, rules });
        return new BoxContent(place, 'Content', metadata.name, spec);
      },
    });
  });

export const missingRight: BrokenOperator = {
  mistake: 'lacks a right that it needs for one value',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'valid specs reconcile',
};

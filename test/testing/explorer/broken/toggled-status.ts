import { k8s } from 'cdk8s-plus-28';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    let count = 0;
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', metadata.name, spec),
      status: () => {
        count += 1;
        const status = isBroken && count % 2 === 0 ? 'False' : 'True';
        return {
          seen: '',
          conditions: [{ type: 'Stable', status, reason: 'Counted', message: 'reconciles were counted' }],
        };
      },
    });
  });

export const toggledStatus: BrokenOperator = {
  mistake: 'reports another condition at each reconcile',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'no write for outside events',
};

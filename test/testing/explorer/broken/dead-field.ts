import { k8s } from 'cdk8s-plus-28';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      render: (place, { metadata, spec: { label, ...spec } }) =>
        new BoxContent(place, 'Content', metadata.name, { ...spec, ...(!isBroken && { label }) }),
    });
  });

export const deadField: BrokenOperator = {
  mistake: 'ignores a field of the spec',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'every field has an effect',
};

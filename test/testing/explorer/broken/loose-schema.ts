import { k8s } from 'cdk8s-plus-28';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      // The schema allows names of two characters and more, with blanks and capitals.
      render: (place, { metadata, spec }) =>
        new BoxContent(place, 'Content', isBroken ? `${metadata.name}.${spec.label ?? 'x'}.` : metadata.name, spec),
    });
  });

export const looseSchema: BrokenOperator = {
  mistake: 'makes a name out of a text that need not be one',
  broken: operator(true),
  healthy: operator(false),
  from: [box({ label: 'x' })],
  violates: 'valid specs reconcile',
};

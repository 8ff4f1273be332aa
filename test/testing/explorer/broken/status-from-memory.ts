import { k8s } from 'cdk8s-plus-28';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    let largest = 0;
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', metadata.name, spec),
      status: ({ spec: { size } }) => {
        largest = Math.max(largest, size);
        return { seen: String(isBroken ? largest : size) };
      },
    });
  });

export const statusFromMemory: BrokenOperator = {
  mistake: 'reports a number that only this process knows',
  broken: operator(true),
  healthy: operator(false),
  from: [box({ size: 2 })],
  violates: 'path independence',
};

import { k8s } from 'cdk8s-plus-28';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

let count = 0;

/** A name that differs at each call, as a random one does. */
function nextName(name: string): string {
  count += 1;
  return `${name}-${count}`;
}

const operator = (nameOf: (name: string) => string) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', nameOf(metadata.name), spec),
    });
  });

export const randomName: BrokenOperator = {
  mistake: 'gives a child another name at each render',
  broken: operator(nextName),
  healthy: operator((name) => name),
  from: [box()],
  violates: 'path independence',
};

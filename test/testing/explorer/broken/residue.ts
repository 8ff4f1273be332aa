import { k8s } from 'cdk8s-plus-28';
import { Action, TerminalError } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      uses: [{ kind: k8s.KubeConfigMap, verbs: ['patch'] }],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', metadata.name, spec),
      reconcile: async ({ client, metadata: { name, namespace = '' }, spec: { size } }) => {
        const isFull = size === 3;
        const labels = { 'example.com/full': isFull ? 'true' : null };
        const isDue = isFull || !isBroken;
        if (isDue) await client.patch(k8s.KubeConfigMap, { name, namespace }, { metadata: { labels } });
        if (isFull) throw new TerminalError('the box is full');
        return Action.awaitChange();
      },
    });
  });

export const residue: BrokenOperator = {
  mistake: 'marks a child when a spec fails, and never removes the mark',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'recovery',
};

import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, box, boxOperator } from './box.ts';

class Password extends Construct {
  constructor(scope: Construct, id: string, name: string, password: string) {
    super(scope, id);
    new k8s.KubeSecret(this, 'Secret', { metadata: { name }, stringData: { password } });
  }
}

const operator = (isBroken: boolean) =>
  boxOperator((scope, { clock }) => {
    const atStart = String(clock.now());
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeSecret],
      render: (place, { metadata: { name } }) =>
        new Password(place, 'Password', name, isBroken ? atStart : `of ${name}`),
    });
  });

export const newSecretAtStart: BrokenOperator = {
  mistake: 'makes a new password at each start',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'no write for outside events',
};

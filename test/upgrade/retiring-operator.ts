// An operator from release to release: the first creates a Secret for each Box, and later ones don't.

import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Controller, CustomResource, MetricsAccess, Operator } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

const { RELEASE: release = 'first' } = process.env;
const hasSecret = release === 'first';

class Box extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Box',
  plural: 'boxes',
  spec: z.object({ content: z.string() }),
}) {}

const app = new App();
const operator = new Operator(app, 'retiring-operator', {
  version: '0.1.0',
  image: 'example.com/retiring-operator:0.1.0',
  metrics: MetricsAccess.none(),
});
new Controller(operator, 'Controller', {
  for: Box,
  owns: hasSecret ? [k8s.KubeConfigMap, k8s.KubeSecret] : [k8s.KubeConfigMap],
  retires: release === 'retiring' ? [{ kind: k8s.KubeSecret, whenDropped: 'delete' }] : [],
  render: (scope, { metadata: { name }, spec: { content } }) => {
    new k8s.KubeConfigMap(scope, 'Content', { metadata: { name }, data: { content } });
    if (hasSecret) new k8s.KubeSecret(scope, 'Key', { metadata: { name }, stringData: { content } });
  },
});
await main(app);

import { App } from 'cdk8s';
import { Controller, CustomResource, Operator, Sample } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

class Thing extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Thing',
  spec: z.object({ size: z.int32().max(5) }),
}) {}

const app = new App();
const operator = new Operator(app, 'broken-operator', { version: 'latest', image: 'broken' });
new Controller(operator, 'Controller', { for: Thing, render: () => undefined });
new Sample(operator, 'Large', { of: Thing, spec: { size: 6 } });
await main(app);

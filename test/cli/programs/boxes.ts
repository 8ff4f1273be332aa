// An operator whose one kind is stored as v1.

import { App } from 'cdk8s';
import { Controller, CustomResource, Operator } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

class Box extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Box',
  spec: z.object({ size: z.int32() }),
}) {}

const app = new App();
const operator = new Operator(app, 'box-operator', { version: '0.1.0', image: 'example.com/box-operator:0.1.0' });
new Controller(operator, 'Controller', { for: Box, render: () => undefined });
await main(app);

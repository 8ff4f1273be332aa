// An operator whose every field has a rule that no API server accepts.

import { App } from 'cdk8s';
import { Controller, CustomResource, Operator } from 'operand';
import { main } from 'operand/cli';
import { rule } from 'operand/schema';
import { z } from 'zod';

class Lid extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Lid',
  spec: z.object({
    size: rule(z.int32(), 'self >', 'is too small'),
    colour: rule(z.string(), `self.matches('[')`, 'is no colour'),
  }),
}) {}

const app = new App();
const operator = new Operator(app, 'lid-operator', { version: '0.1.0', image: 'example.com/lid-operator:0.1.0' });
new Controller(operator, 'Controller', { for: Lid, render: () => undefined });
await main(app);

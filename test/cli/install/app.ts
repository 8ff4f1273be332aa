// An operator without webhooks, whose release the variable RELEASE describes.

import { App } from 'cdk8s';
import { Controller, CustomResource, Operator } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

const { version = '1.0.0', field = 'light' }: { version?: string; field?: string } = JSON.parse(
  process.env.RELEASE ?? '{}',
);

class Buoy extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Buoy',
  spec: z.object({ [field]: z.string().optional() }),
}) {}

const app = new App();
const operator = new Operator(app, 'buoy-operator', { version, image: `example.com/buoy-operator:${version}` });
new Controller(operator, 'Buoys', { for: Buoy, render: () => undefined });
await main(app);

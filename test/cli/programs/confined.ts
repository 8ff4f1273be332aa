import { App } from 'cdk8s';
import { Controller, CustomResource, Operator } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

class Shelf extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Shelf', spec: z.object({}) }) {}

const app = new App();
const operator = new Operator(app, 'confined', {
  version: '1.0.0',
  image: 'confined',
  watchNamespaces: ['one', 'two'],
});
new Controller(operator, 'Controller', { for: Shelf, render: () => undefined });
await main(app);

// The operator of the test on a real API server: shelves with one box each, in twelve shards.

import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { main } from '../../../lib/cli/index.ts';
import { Controller, Operator } from '../../../lib/constructs/index.ts';
import { Boxes, Shelf } from '../shelf.ts';

const app = new App();
const operator = new Operator(app, 'shelf-operator', {
  version: '1.0.0',
  image: 'example.com/shelf:1',
  replicas: 4,
  shards: 12,
});
new Controller(operator, 'Controller', {
  for: Shelf,
  owns: [k8s.KubeConfigMap],
  render: (scope, { metadata: { name }, spec }) =>
    new Boxes(scope, 'Boxes', { [`box-of-${name}`]: spec.boxes.content ?? '' }),
});
await main(app);

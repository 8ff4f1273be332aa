// The definition of the operator with its command line.

import { App } from 'cdk8s';
import { main } from 'operand/cli';
import { BenchOperator } from './operator.ts';

// One bundle runs with shards and without them.
const { BENCH_SHARDS: shards } = process.env;
const app = new App();
new BenchOperator(app, 'bench-operator', {
  version: '0.1.0',
  ...(shards !== undefined && { shards: Number(shards) }),
  image: 'example.com/bench/operator:0.1.0',
  // The defaults of a manager, with half of the memory.
  resources: { requests: { cpu: '10m', memory: '128Mi' }, limits: { cpu: '500m', memory: '128Mi' } },
});
await main(app);

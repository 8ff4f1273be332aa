// An app as platform teams have them: operators, one of them in a scope of its own, beside a chart that uses their kinds.

import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { Controller, CustomResource, Operator, Sample } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

class Cache extends CustomResource({
  group: 'cache.example.com',
  version: 'v1',
  kind: 'Cache',
  spec: z.object({ size: z.int32().max(5) }),
}) {}

class OldCache extends CustomResource({
  group: 'old.example.com',
  version: 'v1',
  kind: 'Cache',
  spec: z.object({ size: z.int32().max(5) }),
}) {}

const app = new App();
const size = Number(process.env.SIZE ?? 1);

const operator = new Operator(app, 'cache-operator', { version: '1.0.0', image: 'example.com/cache:1' });
new Controller(operator, 'Controller', { for: Cache, render: () => undefined });
new Sample(operator, 'Small', { of: Cache, spec: { size: 1 } });

const old = new Operator(new Construct(app, 'Old'), 'old-operator', { version: '1.0.0', image: 'example.com/old:1' });
new Controller(old, 'Controller', { for: OldCache, render: () => undefined });
new Sample(old, 'Small', { of: OldCache, spec: { size: 1 } });

const team = new Chart(app, process.env.CHART ?? 'team', { namespace: 'team' });
new Cache(team, 'Sessions', { spec: { size } });
team.addDependency(operator);

await main(app);

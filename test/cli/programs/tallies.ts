// An operator whose second edition reports one more field, in the status and in the spec.

import { App } from 'cdk8s';
import { Controller, CustomResource, Operator } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

const edition = Number(process.env.EDITION ?? 1);
const spec = z.object({ marks: z.array(z.string()).default([]) });
const status = z.object({ count: z.int32() });
const kind = { group: 'example.com', version: 'v1', kind: 'Tally' } as const;

class Tally extends CustomResource({
  ...kind,
  plural: 'tallies',
  spec: spec.extend({ unit: z.string().optional() }),
  status: status.extend({ last: z.string() }),
}) {}

class OldTally extends CustomResource({ ...kind, plural: 'tallies', spec, status }) {}

const app = new App();
const operator = new Operator(app, 'tally-operator', { version: '0.1.0', image: 'example.com/tally-operator:0.1.0' });
if (edition === 1) {
  new Controller(operator, 'Tallies', {
    for: OldTally,
    render: () => undefined,
    status: ({ spec: { marks } }) => ({ count: marks.length }),
  });
} else {
  new Controller(operator, 'Tallies', {
    for: Tally,
    render: () => undefined,
    status: ({ spec: { marks } }) => ({ count: marks.length, last: marks.at(-1) ?? '' }),
  });
}
await main(app);

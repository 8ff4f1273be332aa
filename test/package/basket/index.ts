// The constructs of a second team: a kind with a rule, and its children, one of which waits for the other.

import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { type ChildProps, CustomResource, waitUntilReady } from 'operand';
import { quantity, rule } from 'operand/schema';
import { z } from 'zod';

export class Basket extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Basket',
  spec: rule(
    z.object({ min: z.int32().default(1), max: z.int32(), weight: quantity().optional() }),
    'self.min <= self.max',
    'min must not be above max',
  ),
}) {}

export class BasketParts extends Construct {
  constructor(scope: Construct, id: string, props: ChildProps<typeof Basket>) {
    super(scope, id);
    const { name, max } = Basket.childProps(props, this);
    const part = (suffix: string) =>
      new ApiObject(this, suffix, {
        ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${name}-${suffix}` } },
        data: { max: `${max}` },
      });
    waitUntilReady(part('lid'), part('bottom'));
  }
}

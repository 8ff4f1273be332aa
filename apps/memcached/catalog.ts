import type { Construct } from 'constructs';
import { Catalog, Channel } from 'operand/olm';
import type { MemcachedOperator } from './operator.ts';

/** The catalog of the operator. */
export class MemcachedCatalog extends Catalog {
  constructor(scope: Construct, id: string, operator: MemcachedOperator) {
    super(scope, id, {
      operator,
      releases: new URL('releases/', import.meta.url),
      image: ({ version }) => `example.com/operators/memcached-operator-bundle:v${version}`,
    });
    new Channel(this, 'alpha');
  }
}

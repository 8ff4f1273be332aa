import type { Construct } from 'constructs';
import { Catalog, Channel } from 'operand/olm';
import type { DatabaseOperator } from './operator.ts';

/** The catalog of the operator. */
export class DatabaseCatalog extends Catalog {
  constructor(scope: Construct, id: string, operator: DatabaseOperator) {
    super(scope, id, {
      operator,
      releases: new URL('releases/', import.meta.url),
      image: ({ version }) => `example.com/operators/database-operator-bundle:v${version}`,
    });
    new Channel(this, 'alpha');
  }
}

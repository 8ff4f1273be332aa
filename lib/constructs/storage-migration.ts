import { Construct, type IConstruct } from 'constructs';
import {
  type CustomResourceClass,
  definitionKind,
  definitionName,
  formatGroupVersionKind,
  type Kind,
  type ResourceDefinition,
} from '../api/index.ts';
import type { Grant } from './access/grant.ts';
import { kindGrant, subresourceGrant } from './access/needed-grant.ts';
import { Operator } from './operator.ts';

const brand = Symbol.for('operand.StorageMigration');

/** Props of {@link StorageMigration}. */
export interface StorageMigrationProps {
  /** The custom resource, by the class of its storage version: one that a controller of the operator is for. */
  readonly of: CustomResourceClass;
}

/**
 * Makes the manager rewrite stored objects in the storage version. It then removes versions without stored objects from
 * the definition's list, so that they can be removed from the definition.
 *
 * The leader does this in the background, once in each of its terms, and repeats it after a failure. Without this construct, the command `migrate` does the
 * same with the rights of its user.
 *
 * @example new StorageMigration(this, 'Migration', { of: Database });
 */
export class StorageMigration extends Construct {
  /** The kind whose objects are rewritten. */
  readonly kind: ResourceDefinition;

  constructor(scope: Construct, id: string, { of: { definition } }: StorageMigrationProps) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    this.kind = definition;
    const operator = Operator.of(this);
    operator.grant(migrationGrants(definition));
    this.node.addValidation({ validate: () => [...this.#findings(operator)] });
  }

  /** Returns the migrations of an operator, in the order of their construction. */
  static in(operator: Operator): readonly StorageMigration[] {
    return operator.node.findAll().filter(StorageMigration.isStorageMigration);
  }

  /** Returns true for a migration, also one of another copy of the library. */
  static isStorageMigration(construct: IConstruct): construct is StorageMigration {
    return brand in construct;
  }

  *#findings(operator: Operator): Iterable<string> {
    const name = formatGroupVersionKind(this.kind);
    if (!operator.definitions.some(({ definition }) => definition === this.kind))
      yield `no controller of this operator is for ${name}: name the class of a controller`;
    else if (this.kind.versions.length === 0)
      yield `${name} has no older versions in which objects could be stored: leave it out until there is one`;
    if (operator.props.watchNamespaces !== undefined)
      yield `${name} may be stored outside of watchNamespaces, where the operator has no rights: leave it out, and run the command \`migrate\``;
    const first = StorageMigration.in(operator).find(({ kind }) => kind === this.kind);
    if (first !== undefined && first.node !== this.node)
      yield `${first.node.path} migrates ${name}, too: leave one of the two out`;
  }
}

/** Returns the rights that are needed to migrate the stored objects of a kind. */
export function migrationGrants(kind: Kind): Grant[] {
  const names = [definitionName(kind)];
  return [
    { ...kindGrant(definitionKind, 'read'), names },
    { ...subresourceGrant(definitionKind, 'status', 'recordMigration'), names },
    kindGrant(kind, 'rewrite'),
  ];
}

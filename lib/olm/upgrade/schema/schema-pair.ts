import { fieldPath, itemPath } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import { both, type Kept } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** A changed keyword; the pair adds the place and the field. */
export interface SchemaChange extends Omit<UpgradeFinding, 'file' | 'path'> {
  /** The place below the schema. @default the schema itself */
  readonly at?: Place;
}

/** The schema of one field in two releases. */
export class SchemaPair implements Kept {
  readonly before: Place;
  readonly after: Place;
  /** The version, such as `v1`. */
  readonly version: string;
  /** The path, such as `spec.ports[].name`, `spec.labels{}`; empty for the object as a whole. */
  readonly field: string;

  constructor({ before, after }: Kept, version: string, field = '') {
    this.before = before;
    this.after = after;
    this.version = version;
    this.field = field;
  }

  /** The title of the schema for messages: `v1 spec.size`. */
  get title(): string {
    return this.field === '' ? this.version : `${this.version} ${this.field}`;
  }

  /** Returns the pair of a field of the object, whatever the schemas in each release. */
  property(name: string, schemas: Kept): SchemaPair {
    return new SchemaPair(schemas, this.version, fieldPath(this.field, name));
  }

  /** Returns the pair of all entries of the map. */
  entry(): SchemaPair {
    const [before, after] = both(this, (schema) => permissiveSchema(schema.at('additionalProperties')));
    return new SchemaPair({ before, after }, this.version, `${this.field}{}`);
  }

  /** Returns the pair of all items of the list. */
  item(): SchemaPair {
    const [before, after] = both(this, (schema) => permissiveSchema(schema.at('items')));
    return new SchemaPair({ before, after }, this.version, itemPath(this.field));
  }

  /** Returns a finding about the schema, in the new release. */
  changed({ at = this.after, ...content }: SchemaChange): UpgradeFinding {
    return upgradeFinding(at, { ...content, what: `${this.title}: ${content.what}` });
  }
}

/** Returns the schema that accepts anything, for an absent one or for `true`: objects lose all their fields. */
export function permissiveSchema(schema: Place): Place {
  if (schema.value === true) return schema.with({});
  return schema.isAbsent ? schema.with({ 'x-kubernetes-preserve-unknown-fields': true }) : schema;
}

/** Returns true if fields without a schema are stored, and not validated. */
export function keepsUnknown(schema: Place): boolean {
  return schema.at('x-kubernetes-preserve-unknown-fields').value === true;
}

import { fieldPath, itemPath } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import { both, type Kept } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** What a keyword's change is told by; the place and the field come from the pair. */
export interface SchemaChange extends Omit<UpgradeFinding, 'file' | 'path'> {
  /** Below the schema, where it is more than the schema as a whole. @default the schema itself */
  readonly at?: Place;
}

/** The schema of one field in two releases. */
export class SchemaPair implements Kept {
  readonly before: Place;
  readonly after: Place;
  /** Such as `v1`. */
  readonly version: string;
  /** Such as `spec.ports[].name`, `spec.labels{}`; empty for the object as a whole. */
  readonly field: string;

  constructor({ before, after }: Kept, version: string, field = '') {
    this.before = before;
    this.after = after;
    this.version = version;
    this.field = field;
  }

  /** What the schema is of: `v1 spec.size`. */
  get title(): string {
    return this.field === '' ? this.version : `${this.version} ${this.field}`;
  }

  /** A field of the object, whatever each release says of it. */
  property(name: string, schemas: Kept): SchemaPair {
    return new SchemaPair(schemas, this.version, fieldPath(this.field, name));
  }

  /** Any entry of the map. */
  entry(): SchemaPair {
    const [before, after] = both(this, (schema) => anything(schema.at('additionalProperties')));
    return new SchemaPair({ before, after }, this.version, `${this.field}{}`);
  }

  /** Any item of the list. */
  item(): SchemaPair {
    const [before, after] = both(this, (schema) => anything(schema.at('items')));
    return new SchemaPair({ before, after }, this.version, itemPath(this.field));
  }

  /** A finding about the schema, in the new release. */
  changed({ at = this.after, ...told }: SchemaChange): UpgradeFinding {
    return upgradeFinding(at, { ...told, what: `${this.title}: ${told.what}` });
  }
}

/** The schema that is meant where none is given, which takes anything, or where it is `true`: objects lose all their fields. */
export function anything(schema: Place): Place {
  if (schema.value === true) return schema.with({});
  return schema.isAbsent ? schema.with({ 'x-kubernetes-preserve-unknown-fields': true }) : schema;
}

/** Whether fields that the schema doesn't name are stored, and not looked at. */
export function keepsUnknown(schema: Place): boolean {
  return schema.at('x-kubernetes-preserve-unknown-fields').value === true;
}

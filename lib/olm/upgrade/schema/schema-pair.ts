import {
  canonicalJson,
  changedSchema,
  fieldPath,
  isJsonObject,
  itemPath,
  type KeywordChange,
  valuePath,
} from '../../../schema/index.ts';
import { descriptiveKeywords, type OpenApiSchema, readSchema } from '../../../schema/structural/index.ts';
import type { Place } from '../../content/index.ts';
import { type Both, both } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { comparedFields, freeFieldSchema, takesUndeclaredFields } from './compared-schema.ts';
import { newVersion, rejectedWriters } from './effect.ts';

/** A changed keyword; the pair adds the place and the field. */
export interface SchemaChange extends Pick<UpgradeFinding, 'severity' | 'rule' | 'what'> {
  /** @default {@link rejectedWriters} */
  readonly hits?: string;
  /** @default {@link newVersion} */
  readonly remedy?: string;
  /** The path below the schema. @default the schema itself */
  readonly at?: readonly PropertyKey[];
  /** The release with the place. @default after */
  readonly in?: 'after' | 'before';
}

/** The schema of one field in two releases. */
export class SchemaPair implements Both<OpenApiSchema> {
  readonly before: OpenApiSchema;
  readonly after: OpenApiSchema;
  readonly #places: Both<Pick<Place, 'file' | 'path'>>;
  readonly #version: string;
  /** The path, such as `spec.ports[].name`, `spec.labels{}`; empty for the object as a whole. */
  readonly #field: string;

  private constructor(
    { before, after }: Both<OpenApiSchema>,
    places: Both<Pick<Place, 'file' | 'path'>>,
    version: string,
    field: string,
  ) {
    this.before = before;
    this.after = after;
    this.#places = places;
    this.#version = version;
    this.#field = field;
  }

  /** Returns the pair of the schemas at two places. */
  static of(places: Both<Place>, version: string): SchemaPair {
    const [before, after] = both(places, ({ value }) => readSchema(value).schema);
    return new SchemaPair({ before, after }, places, version, '');
  }

  /** Returns the pair of a field of the object, whatever the schemas in each release. */
  property(name: string, schemas: Both<OpenApiSchema>): SchemaPair {
    const isDeclared = (schema: OpenApiSchema) => Object.hasOwn(schema.properties ?? {}, name);
    const [before, after] = both(this, (schema) =>
      isDeclared(schema) ? ['properties', name] : ['additionalProperties'],
    );
    return this.#inner(schemas, { before, after }, fieldPath(this.#field, name));
  }

  /** Returns the pair of all entries of the map. */
  entry(): SchemaPair {
    const [before, after] = both(this, (schema) => freeFieldSchema(schema) ?? anything);
    const at = ['additionalProperties'];
    return this.#inner({ before, after }, { before: at, after: at }, `${this.#field}{}`);
  }

  /** Returns the pair of all items of the list. */
  item(): SchemaPair {
    const [before, after] = both(this, ({ items = anything }) => items);
    const at = ['items'];
    return this.#inner({ before, after }, { before: at, after: at }, itemPath(this.#field));
  }

  /** Returns the pair with another schema in the new release. */
  with(after: OpenApiSchema): SchemaPair {
    return new SchemaPair({ before: this.before, after }, this.#places, this.#version, this.#field);
  }

  changed({ severity, rule, at = [], in: release = 'after', ...words }: SchemaChange): UpgradeFinding {
    const { file, path } = this.#places[release];
    const title = this.#field === '' ? this.#version : `${this.#version} ${this.#field}`;
    const { hits = rejectedWriters, remedy = newVersion } = words;
    const what = `${title}: ${words.what}`;
    return upgradeFinding({ file, path: valuePath(path, at) }, { severity, rule, what, hits, remedy });
  }

  #inner(schemas: Both<OpenApiSchema>, at: Both<readonly string[]>, field: string): SchemaPair {
    const place = (release: 'after' | 'before') => {
      const { file, path } = this.#places[release];
      return { file, path: valuePath(path, at[release]) };
    };
    return new SchemaPair(schemas, { before: place('before'), after: place('after') }, this.#version, field);
  }
}

const anything: OpenApiSchema = { 'x-kubernetes-preserve-unknown-fields': true };

const withoutSchemaWords: KeywordChange = (keyword, value) => (descriptiveKeywords.has(keyword) ? undefined : value);

/** Returns a schema as text: equal for schemas with the same constraints, whatever their descriptions. */
export function schemaConstraintText(schema: object): string {
  return canonicalJson(isJsonObject(schema) ? changedSchema(schema, withoutSchemaWords) : schema);
}

/** Returns the schemas below a schema in both releases: of each field, entry and item. */
export function* innerSchemaPairs(pair: SchemaPair): Generator<SchemaPair> {
  const { before, after } = pair;
  const [oldFields, presentFields] = [comparedFields(before), comparedFields(after)];
  const [oldEntries, presentEntries] = [freeFieldSchema(before), freeFieldSchema(after)];
  for (const name of new Set([...oldFields.keys(), ...presentFields.keys()])) {
    const [old, present] = [oldFields.get(name) ?? oldEntries, presentFields.get(name) ?? presentEntries];
    if (old !== undefined && present !== undefined) yield pair.property(name, { before: old, after: present });
  }
  if (takesUndeclaredFields(before) && presentEntries !== undefined) yield pair.entry();
  if (after.items !== undefined) yield pair.item();
}

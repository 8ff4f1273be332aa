// In: the schema of an object or a list in two releases. Out: changes of its fields, and the pairs of schemas to
// compare next. Called for each schema that both releases have.

import { isDeepStrictEqual } from 'node:util';
import { fieldPath } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import { both } from '../release-pair.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { canonical } from './canonical.ts';
import { newVersion, rejectedWriters, storedObjects } from './hit-words.ts';
import { keepsUnknown, permissiveSchema, type SchemaPair } from './schema-pair.ts';

/** Returns the schemas below a schema in both releases: of each field, entry and item. */
export function* partsOf(pair: SchemaPair): Generator<SchemaPair> {
  const { before, after } = pair;
  const [oldFields, presentFields] = [fieldsOf(before), fieldsOf(after)];
  const [oldEntries, presentEntries] = [entriesOf(before), entriesOf(after)];
  for (const name of new Set([...oldFields.keys(), ...presentFields.keys()])) {
    const [old, present] = [oldFields.get(name) ?? oldEntries, presentFields.get(name) ?? presentEntries];
    if (old !== undefined && present !== undefined) yield pair.property(name, { before: old, after: present });
  }
  if (takesAnyField(before) && presentEntries !== undefined) yield pair.entry();
  if (!after.at('items').isAbsent) yield pair.item();
}

/** Reports removed fields, and fields that become required. */
export function* fieldChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  const { before, after } = pair;
  const [old, present] = [fieldsOf(before), fieldsOf(after)];
  if (!takesAnyField(after)) {
    yield* removedFindings(pair, old, present);
    if (takesAnyField(before)) yield narrowed(pair);
  }
  if (keepsUnknown(before)) {
    for (const [name, field] of present) if (!old.has(name)) yield claimed(pair, name, field);
  }
  yield* demandFindings(pair);
}

type Fields = ReadonlyMap<string, Place>;

function* removedFindings(pair: SchemaPair, old: Fields, present: Fields): Generator<UpgradeFinding> {
  const gone = [...old].filter(([name]) => !present.has(name));
  const added = gone.length === 0 ? [] : [...present].filter(([name]) => !old.has(name));
  const successors = Map.groupBy(added, ([, schema]) => canonical(schema.value));
  for (const [name, field] of gone) {
    const [successor] = successors.get(canonical(field.value)) ?? [];
    yield removed(pair, field, { name, successor: successor?.[0] });
  }
}

/** @param successor - the first new field with the same schema. */
function removed(
  pair: SchemaPair,
  field: Place,
  { name, successor }: { readonly name: string; readonly successor: string | undefined },
): UpgradeFinding {
  const hint =
    successor === undefined ? '' : `; if ${successor}, which has the same schema, replaces it, keep both meanwhile`;
  return pair.changed({
    severity: 'breaking',
    rule: 'field-removed',
    at: field,
    what: `${fieldPath('', name)} is gone`,
    hits: 'users: its value is lost at the next write of their objects, and kubectl rejects manifests with it',
    remedy: `keep the field, or leave it out in a new version of the kind and convert${hint}`,
  });
}

function narrowed(pair: SchemaPair): UpgradeFinding {
  return pair.changed({
    severity: 'breaking',
    rule: 'free-fields-removed',
    what: 'has only the fields of the schema, and had any before',
    hits: 'users: other fields are lost at the next write of their objects',
    remedy: newVersion,
  });
}

/** Reports a new schema for a field that could hold any value before. */
function claimed(pair: SchemaPair, name: string, field: Place): UpgradeFinding {
  return pair.changed({
    severity: 'risky',
    rule: 'free-field-claimed',
    at: field,
    what: `${fieldPath('', name)} has a schema now, and could hold anything before`,
    hits: `users with another value there: ${rejectedWriters}`,
    remedy: 'give the field an unused name, or put it into a new version of the kind',
  });
}

function* demandFindings(pair: SchemaPair): Generator<UpgradeFinding> {
  const [before, after] = both(pair, (schema) => schema.at('required'));
  const demanded = new Set(before.texts);
  const defaultOf = (schema: Place, name: string) => schema.at('properties', name, 'default').value;
  for (const demand of after.items) {
    const name = demand.text;
    if (name === undefined || defaultOf(pair.after, name) !== undefined) continue;
    const wasDemanded = demanded.has(name);
    if (wasDemanded && defaultOf(pair.before, name) === undefined) continue;
    yield pair.changed({
      severity: 'breaking',
      rule: 'field-required',
      at: demand,
      what: `${fieldPath('', name)} is required, and ${wasDemanded ? 'had a default' : 'was optional'} before`,
      hits: storedObjects,
      remedy: `give ${fieldPath('', name)} a default, or require it in a new version of the kind only`,
    });
  }
}

function fieldsOf(schema: Place): Fields {
  return new Map(schema.at('properties').fields);
}

/** Returns the schema of fields without their own; undefined if there are none, or if they aren't validated. */
function entriesOf(schema: Place): Place | undefined {
  const entries = schema.at('additionalProperties');
  return entries.isAbsent || isDeepStrictEqual(entries.value, false) ? undefined : permissiveSchema(entries);
}

/** Returns true if fields without a schema are stored. */
function takesAnyField(schema: Place): boolean {
  return keepsUnknown(schema) || entriesOf(schema) !== undefined;
}

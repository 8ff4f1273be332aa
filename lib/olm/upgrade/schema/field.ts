// In: the schema of an object or a list in two releases. Out: what has become of its fields, and those to look at further.
// Called for each schema that both releases have.

import { isDeepStrictEqual } from 'node:util';
import { fieldPath } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import { both } from '../release-pair.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { canonical } from './canonical.ts';
import { newVersion, whoeverHasSuch, whoeverWritesSuch } from './hit-words.ts';
import { anything, keepsUnknown, type SchemaPair } from './schema-pair.ts';

/** What is below a schema in both releases: each field, any entry and any item. */
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

/** Fields that are dropped, and fields that have to be there. */
export function* fieldFindings(pair: SchemaPair): Generator<UpgradeFinding> {
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

/** @param successor - the first new field that has the same schema */
function removed(
  pair: SchemaPair,
  field: Place,
  { name, successor }: { readonly name: string; readonly successor: string | undefined },
): UpgradeFinding {
  const hint =
    successor === undefined ? '' : `; if it is called ${successor} now, which has the same schema, keep both meanwhile`;
  return pair.changed({
    severity: 'breaking',
    rule: 'field-removed',
    at: field,
    what: `${fieldPath('', name)} is gone`,
    hits: 'users: what their objects say there is lost when they are written next, and manifests that say it are refused by kubectl',
    remedy: `keep the field, or leave it out in a new version of the kind and convert${hint}`,
  });
}

function narrowed(pair: SchemaPair): UpgradeFinding {
  return pair.changed({
    severity: 'breaking',
    rule: 'free-fields-removed',
    what: 'holds only the fields that the schema names, and held any before',
    hits: 'users: what their objects say in other fields is lost when they are written next',
    remedy: newVersion,
  });
}

/** A field that could hold anything, since nobody had named it. */
function claimed(pair: SchemaPair, name: string, field: Place): UpgradeFinding {
  return pair.changed({
    severity: 'risky',
    rule: 'free-field-claimed',
    at: field,
    what: `${fieldPath('', name)} has a schema now, and could hold anything before`,
    hits: `users who have put something else there: ${whoeverWritesSuch}`,
    remedy: 'give the field a name that nobody uses, or put it into a new version of the kind',
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
      what: `${fieldPath('', name)} has to be said, and ${wasDemanded ? 'had a default' : 'could be left out'} before`,
      hits: whoeverHasSuch,
      remedy: `give ${fieldPath('', name)} a default, or demand it in a new version of the kind only`,
    });
  }
}

function fieldsOf(schema: Place): Fields {
  return new Map(schema.at('properties').fields);
}

/** The schema of fields that have no own one; undefined if there are none, or nobody looks at them. */
function entriesOf(schema: Place): Place | undefined {
  const entries = schema.at('additionalProperties');
  return entries.isAbsent || isDeepStrictEqual(entries.value, false) ? undefined : anything(entries);
}

/** Whether fields are stored that have no schema of their own. */
function takesAnyField(schema: Place): boolean {
  return keepsUnknown(schema) || entriesOf(schema) !== undefined;
}

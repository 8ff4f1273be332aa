import { fieldPath } from '../../../schema/index.ts';
import { declaredField, type OpenApiSchema, preservesUnknownFields } from '../../../schema/structural/index.ts';
import { both } from '../release-pair.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { comparedFields, takesUndeclaredFields } from './compared-schema.ts';
import { rejectedWriters, storedObjects } from './effect.ts';
import { type SchemaPair, schemaConstraintText } from './schema-pair.ts';

/** Reports removed fields, and fields that become required. */
export function* fieldChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  const { before, after } = pair;
  const [old, present] = [comparedFields(before), comparedFields(after)];
  if (!takesUndeclaredFields(after)) {
    yield* removedFieldFindings(pair, old, present);
    if (takesUndeclaredFields(before)) {
      yield pair.changed({
        severity: 'breaking',
        rule: 'free-fields-removed',
        what: 'accepts only the fields of the schema, and accepted any before',
        hits: 'users: other fields are lost at the next write of their objects',
      });
    }
  }
  // A new schema for a field that could hold any value before.
  const claimed = preservesUnknownFields(before) ? [...present.keys()].filter((name) => !old.has(name)) : [];
  for (const name of claimed) {
    yield pair.changed({
      severity: 'risky',
      rule: 'free-field-claimed',
      at: ['properties', name],
      what: `${fieldPath('', name)} has a schema now, and could hold anything before`,
      hits: `users with another value there: ${rejectedWriters}`,
      remedy: 'give the field an unused name, or put it into a new version of the kind',
    });
  }
  yield* requiredFieldFindings(pair);
}

type Fields = ReadonlyMap<string, OpenApiSchema>;

function* removedFieldFindings(pair: SchemaPair, old: Fields, present: Fields): Generator<UpgradeFinding> {
  const gone = [...old].filter(([name]) => !present.has(name));
  const added = gone.length === 0 ? [] : [...present].filter(([name]) => !old.has(name));
  const successors = Map.groupBy(added, ([, schema]) => schemaConstraintText(schema));
  for (const [name, field] of gone) {
    const successor = successors.get(schemaConstraintText(field))?.[0]?.[0];
    const hint =
      successor === undefined ? '' : `; if ${successor}, which has the same schema, replaces it, keep both meanwhile`;
    yield pair.changed({
      severity: 'breaking',
      rule: 'field-removed',
      at: ['properties', name],
      in: 'before',
      what: `${fieldPath('', name)} is gone`,
      hits: 'users: its value is lost at the next write of their objects, and kubectl rejects manifests with it',
      remedy: `keep the field, or leave it out in a new version of the kind and convert${hint}`,
    });
  }
}

function* requiredFieldFindings(pair: SchemaPair): Generator<UpgradeFinding> {
  const [before, after] = both(pair, ({ required = [] }) => required);
  const demanded = new Set(before);
  const defaultOf = (schema: OpenApiSchema, name: string) => declaredField(schema, name)?.default;
  for (const [index, name] of after.entries()) {
    if (defaultOf(pair.after, name) !== undefined) continue;
    const wasDemanded = demanded.has(name);
    if (wasDemanded && defaultOf(pair.before, name) === undefined) continue;
    yield pair.changed({
      severity: 'breaking',
      rule: 'field-required',
      at: ['required', index],
      what: `${fieldPath('', name)} is required, and ${wasDemanded ? 'had a default' : 'was optional'} before`,
      hits: storedObjects,
      remedy: `give ${fieldPath('', name)} a default, or require it in a new version of the kind only`,
    });
  }
}

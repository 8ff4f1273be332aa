import type { OpenApiSchema } from '../../../schema/structural/index.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { allowedTypes, isNullAllowed } from './compared-schema.ts';
import { storedObjects } from './effect.ts';
import type { SchemaPair } from './schema-pair.ts';

/** Reports a change of the valid types, and of null. After a change of type, the schemas below aren't compared. */
export function typeChange(pair: SchemaPair): UpgradeFinding | undefined {
  const { before, after } = pair;
  const [old, present] = [allowedTypes(before), allowedTypes(after)];
  if (present === undefined || (old !== undefined && [...old].every((type) => present.has(type)))) return undefined;
  return pair.changed({
    severity: 'breaking',
    rule: 'type-changed',
    what: `type ${allowedTypeWords(before)} → ${allowedTypeWords(after)}`,
  });
}

/** Reports changes of null, and of an embedded object. */
export function* typeChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  const { before, after } = pair;
  // With a default, null counts as an absent field.
  if (isNullAllowed(before) && !isNullAllowed(after) && after.default === undefined) {
    yield pair.changed({
      severity: 'risky',
      rule: 'null-refused',
      what: 'may no longer be null',
      hits: 'users who set null: the API server drops a field of an object as if it were absent, and rejects it if it is required; the same goes for items of lists',
    });
  }
  if (isEmbeddedResource(before) === isEmbeddedResource(after)) return;
  yield isEmbeddedResource(after)
    ? pair.changed({
        severity: 'breaking',
        rule: 'embedded-resource-demanded',
        what: 'has to be a whole object with apiVersion, kind and metadata',
        hits: storedObjects,
      })
    : pair.changed({
        severity: 'breaking',
        rule: 'embedded-resource-gone',
        what: 'is no longer a complete object',
        hits: 'users: its apiVersion, kind and metadata are dropped unless the schema names them',
      });
}

function allowedTypeWords(schema: OpenApiSchema): string {
  const types = allowedTypes(schema);
  if (types === undefined) return 'any';
  return types.size === 1 ? [...types].join('') : (schema.type ?? 'integer or string');
}

function isEmbeddedResource(schema: OpenApiSchema): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

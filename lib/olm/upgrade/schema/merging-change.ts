import type { OpenApiSchema } from '../../../schema/structural/index.ts';
import { both } from '../release-pair.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { rejectedWriters } from './effect.ts';
import type { SchemaPair } from './schema-pair.ts';

/** Reports changes of list and map types, which affect merging and duplicates. */
export function* mergingChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  yield* listTypeChanges(pair);
  const [before, after] = both(pair, (schema) => schema['x-kubernetes-map-type'] ?? 'granular');
  if (before === after) return;
  yield pair.changed({
    severity: 'risky',
    rule: 'merging-changed',
    at: ['x-kubernetes-map-type'],
    what: `map type ${before} → ${after}`,
    hits: after === 'atomic' ? applyingClients : wholeAppliers,
    remedy: keptTopology,
  });
}

function* listTypeChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  const [before, after] = both(pair, listTypeWords);
  if (before === after) return;
  const change = { at: ['x-kubernetes-list-type'], what: `list type ${before} → ${after}` };
  yield after === 'atomic'
    ? pair.changed({
        ...change,
        severity: 'risky',
        rule: 'merging-changed',
        hits: applyingClients,
        remedy: keptTopology,
      })
    : pair.changed({
        ...change,
        severity: 'breaking',
        rule: 'duplicates-refused',
        what: `${change.what}, which may have no duplicates`,
        hits: `${rejectedWriters}; ${wholeAppliers}`,
      });
}

/** @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#compatibility-across-changes-in-topology */
const applyingClients =
  'clients that apply a part of it own the whole from now on, and conflict with one another at the next change';
const wholeAppliers =
  'clients that applied the whole: its parts have no owner until they apply it again, and changes of other clients cause no conflict';
const keptTopology = 'keep the type in this version, or put the change into a new version of the kind';

function listTypeWords(schema: OpenApiSchema): string {
  const { 'x-kubernetes-list-type': type = 'atomic', 'x-kubernetes-list-map-keys': keys = [] } = schema;
  return type === 'map' ? `map by ${keys.toSorted().join(', ')}` : type;
}

import type { Place } from '../../content/index.ts';
import { requiredTextRule } from '../../finding/content-rule.ts';
import { repetitions } from '../../finding/repetition.ts';
import type { CatalogRule } from '../catalog-rule.ts';
import type { CatalogContent } from '../content/catalog-content.ts';

const schemas = ['olm.package', 'olm.channel', 'olm.bundle'];

/** Rules for deprecations. */
export const deprecationRules: readonly CatalogRule[] = [
  {
    id: 'deprecation-reference',
    demand: 'A deprecation names the package, or one of its channels or bundles, and each only once.',
    rejection: { by: 'opm', message: 'cannot deprecate …' },
    *check(catalog) {
      for (const deprecation of catalog.deprecations) {
        const references = deprecation.at('entries').items.map((entry) => entry.at('reference'));
        for (const reference of references) yield* deprecationReferenceViolations(catalog, deprecation, reference);
        const keyOf = (reference: Place) =>
          `${reference.at('schema').text ?? ''} ${reference.at('name').text ?? ''}`.trim();
        for (const { item: place, key } of repetitions(references, keyOf)) {
          yield { place, what: `${key} occurs twice`, remedy: 'write one complete message' };
        }
      }
    },
  },
  requiredTextRule({
    id: 'deprecation-message',
    demand: 'A deprecation names its reason and a replacement.',
    rejection: { by: 'opm', message: 'message must be set' },
    at: ({ deprecations }) =>
      deprecations.flatMap((each) => each.at('entries').items.map((entry) => entry.at('message'))),
    what: 'it is empty',
    remedy: 'write the reason and a replacement',
  }),
];

function* deprecationReferenceViolations(catalog: CatalogContent, deprecation: Place, reference: Place) {
  const { text: packageName = '' } = deprecation.at('package');
  const { text: schema = '' } = reference.at('schema');
  const name = reference.at('name');
  if (!schemas.includes(schema)) {
    yield {
      place: reference.at('schema'),
      what: schema === '' ? 'it is empty' : `${schema} can't be deprecated`,
      remedy: `write one of ${schemas.join(', ')}`,
    };
  } else if (schema === 'olm.package') {
    if (!name.hasText) return;
    yield { place: name, what: 'the package is deprecated without a name', remedy: 'leave the name out' };
  } else {
    const offered = schema === 'olm.channel' ? catalog.channels(packageName) : catalog.bundles(packageName);
    if (offered.some((each) => each.at('name').text === name.text && name.text !== undefined)) return;
    yield {
      place: name,
      what: `no ${schema} of ${packageName} is called ${name.text ?? 'nothing'}`,
      remedy: 'correct the name, or leave the deprecation out',
    };
  }
}

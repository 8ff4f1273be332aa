// In: a document of a catalog. Out: its values of a wrong type, which readers reject. Called for each document, before
// the rules about its meaning.

import type { Place } from '../../content/index.ts';
import { repetitions } from '../../finding/repetition.ts';
import type { Violation } from '../../finding/violation.ts';
import { anyCase } from '../content/opm-spelling.ts';
import { type Form, fieldsForm, list, text } from './form.ts';
import { metadataForm } from './metadata-form.ts';

/** Type of a property → the form of its value. The rules about properties validate those that resolvers read. */
const values: ReadonlyMap<string | undefined, Form> = new Map([
  ['olm.package', fieldsForm({ packageName: text, version: text, release: text })],
  ['olm.csv.metadata', metadataForm],
]);

const property: Form = (place) => [
  ...fieldsForm({ type: text })(place),
  ...(values.get(place.at('type').text)?.(place.at('value')) ?? []),
];

/** Schema → the form of its documents. */
const forms: ReadonlyMap<string | undefined, Form> = new Map([
  [
    'olm.package',
    fieldsForm({
      defaultChannel: text,
      description: text,
      icon: fieldsForm({ base64data: text, mediatype: text }),
      properties: list(property),
    }),
  ],
  [
    'olm.channel',
    fieldsForm({
      entries: list(fieldsForm({ name: text, replaces: text, skips: list(text), skipRange: text })),
      properties: list(property),
    }),
  ],
  [
    'olm.bundle',
    fieldsForm({
      image: text,
      properties: list(property),
      relatedImages: list(fieldsForm({ name: text, image: text })),
    }),
  ],
  [
    'olm.deprecations',
    fieldsForm({ entries: list(fieldsForm({ reference: fieldsForm({ schema: text, name: text }), message: text })) }),
  ],
]);

const anyBlob = fieldsForm({ schema: text, package: text, name: text });

/**
 * Reports fields that occur twice in a document, and values of another type than its schema has. Reports nothing for a
 * document that isn't a map.
 */
export function formViolations(blob: Place): readonly Violation[] {
  if (blob.fields.length === 0) return [];
  return [...twinViolations(blob), ...anyBlob(blob), ...(forms.get(blob.at('schema').text)?.(blob) ?? [])];
}

function twinViolations(blob: Place): readonly Violation[] {
  return repetitions(blob.fields, ([name]) => anyCase(name)).map(({ item: [name, place], first: [other] }) => ({
    place,
    what: `${other} and ${name} are one field, which opm rejects twice`,
    remedy: 'leave one',
  }));
}

// In: a document of a catalog. Out: where it holds values of a kind that no reader takes.
// Called for each document, before anybody asks what it means.

import type { Place } from '../../content/index.ts';
import { repetitions } from '../../finding/repetition.ts';
import type { Violation } from '../../finding/violation.ts';
import { anyCase } from '../content/opm-spelling.ts';
import { type Form, fields, list, text } from './form.ts';
import { metadataForm } from './metadata-form.ts';

/** Type of a property → its value. Those that resolvers read are judged with what they say. */
const values: ReadonlyMap<string | undefined, Form> = new Map([
  ['olm.package', fields({ packageName: text, version: text, release: text })],
  ['olm.csv.metadata', metadataForm],
]);

const property: Form = (place) => [
  ...fields({ type: text })(place),
  ...(values.get(place.at('type').text)?.(place.at('value')) ?? []),
];

/** Schema → its documents. */
const forms: ReadonlyMap<string | undefined, Form> = new Map([
  [
    'olm.package',
    fields({
      defaultChannel: text,
      description: text,
      icon: fields({ base64data: text, mediatype: text }),
      properties: list(property),
    }),
  ],
  [
    'olm.channel',
    fields({
      entries: list(fields({ name: text, replaces: text, skips: list(text), skipRange: text })),
      properties: list(property),
    }),
  ],
  [
    'olm.bundle',
    fields({
      image: text,
      properties: list(property),
      relatedImages: list(fields({ name: text, image: text })),
    }),
  ],
  [
    'olm.deprecations',
    fields({ entries: list(fields({ reference: fields({ schema: text, name: text }), message: text })) }),
  ],
]);

const anyBlob = fields({ schema: text, package: text, name: text });

/** Where a document has a field twice, or values of another kind than its schema; nowhere, if it is no map. */
export function formViolations(blob: Place): readonly Violation[] {
  if (blob.fields.length === 0) return [];
  return [...twinViolations(blob), ...anyBlob(blob), ...(forms.get(blob.at('schema').text)?.(blob) ?? [])];
}

function twinViolations(blob: Place): readonly Violation[] {
  return repetitions(blob.fields, ([name]) => anyCase(name)).map(({ item: [name, place], first: [other] }) => ({
    place,
    what: `${other} and ${name} are one field, which opm refuses to read twice`,
    remedy: 'leave one',
  }));
}

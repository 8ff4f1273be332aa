// In: a document of a catalog. Out: its values of a wrong type, which readers reject. Called for each document, before
// the rules about its meaning.

import type { Place } from '../../content/index.ts';
import { repetitions } from '../../finding/repetition.ts';
import type { Violation } from '../../finding/violation.ts';
import { caseInsensitiveName } from '../content/opm-spelling.ts';
import { anyForm, type Form, fieldsForm, flag, list, mapForm, number, text } from './form.ts';

const propertyForm: Form = (place) => [
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
      properties: list(propertyForm),
    }),
  ],
  [
    'olm.channel',
    fieldsForm({
      entries: list(fieldsForm({ name: text, replaces: text, skips: list(text), skipRange: text })),
      properties: list(propertyForm),
    }),
  ],
  [
    'olm.bundle',
    fieldsForm({
      image: text,
      properties: list(propertyForm),
      relatedImages: list(fieldsForm({ name: text, image: text })),
    }),
  ],
  [
    'olm.deprecations',
    fieldsForm({
      entries: list(fieldsForm({ reference: fieldsForm({ schema: text, name: text }), message: text })),
    }),
  ],
]);

const anyBlob = fieldsForm({ schema: text, package: text, name: text });

/**
 * Reports fields that occur twice in a document, and values of another type than its schema has. Reports nothing for a
 * document that isn't a map.
 */
export function blobFormViolations(blob: Place): readonly Violation[] {
  if (blob.fields.length === 0) return [];
  return [...repeatedFieldViolations(blob), ...anyBlob(blob), ...(forms.get(blob.at('schema').text)?.(blob) ?? [])];
}

function repeatedFieldViolations(blob: Place): readonly Violation[] {
  return repetitions(blob.fields, ([name]) => caseInsensitiveName(name)).map(
    ({ item: [name, place], first: [other] }) => ({
      place,
      what: `${other} and ${name} are one field, which opm rejects twice`,
      remedy: 'leave one',
    }),
  );
}

const descriptors = list(
  fieldsForm({
    path: text,
    displayName: text,
    description: text,
    'x-descriptors': list(text),
    value: anyForm,
  }),
);

const api = {
  name: text,
  group: text,
  version: text,
  kind: text,
  displayName: text,
  description: text,
  resources: list(fieldsForm({ name: text, kind: text, version: text })),
  specDescriptors: descriptors,
  statusDescriptors: descriptors,
  actionDescriptors: descriptors,
};

function ownedAndRequiredForm(each: Form): Form {
  return fieldsForm({ owned: list(each), required: list(each) });
}

/** The value of `olm.csv.metadata`, which consoles show of a bundle. */
const metadataForm: Form = fieldsForm({
  annotations: mapForm(text),
  apiServiceDefinitions: ownedAndRequiredForm(fieldsForm({ ...api, deploymentName: text, containerPort: number })),
  crdDescriptions: ownedAndRequiredForm(fieldsForm(api)),
  description: text,
  displayName: text,
  installModes: list(fieldsForm({ type: text, supported: flag })),
  keywords: list(text),
  labels: mapForm(text),
  links: list(fieldsForm({ name: text, url: text })),
  maintainers: list(fieldsForm({ name: text, email: text })),
  maturity: text,
  minKubeVersion: text,
  nativeAPIs: list(fieldsForm({ group: text, version: text, kind: text })),
  provider: fieldsForm({ name: text, url: text }),
});

/** Type of a property → the form of its value. The rules about properties validate those that resolvers read. */
const values: ReadonlyMap<string | undefined, Form> = new Map([
  ['olm.package', fieldsForm({ packageName: text, version: text, release: text })],
  ['olm.csv.metadata', metadataForm],
]);

import { isDnsLabel } from '../../../../api/index.ts';
import { nearestName } from '../../../../schema/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import { textRule } from '../../../finding/content-rule.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import { repeatedItems } from '../../../finding/repetition.ts';
import type { BundleRule } from '../../bundle-rule.ts';

const prefix = 'operators.operatorframework.io.bundle';

/** Annotation → its remedy if it is missing. */
const required: ReadonlyMap<string, string> = new Map([
  [`${prefix}.mediatype.v1`, 'write registry+v1'],
  [`${prefix}.manifests.v1`, 'write manifests/'],
  [`${prefix}.metadata.v1`, 'write metadata/'],
  [`${prefix}.package.v1`, 'name the package'],
  [`${prefix}.channels.v1`, 'name the channels, with commas between them'],
]);

/** Rejects metadata without a map of text under `annotations`. */
export const noAnnotations: Rejection = { by: 'operator-sdk', message: 'Could not find annotations file' };

const otherMediaType: Rejection = {
  by: 'operator-sdk',
  message: 'Expecting annotation "operators.operatorframework.io.bundle.mediatype.v1" to have value "registry+v1"',
};

const namelessPackage: Rejection = { by: 'opm', message: 'package name must be set for bundle "…"' };

/** The annotations of bundles that readers know. */
export const knownAnnotations: readonly string[] = [...required.keys(), `${prefix}.channel.default.v1`];

/** Rules for the annotations in metadata/. */
export const bundleAnnotationRules: readonly BundleRule[] = [
  {
    id: 'bundle-annotations',
    demand: 'A file in metadata/ has the annotations of the bundle: five are required.',
    rejection: { by: 'operator-sdk', message: 'Missing annotation "…"' },
    *check(bundle) {
      const { annotations, metadataDocuments, files } = bundle;
      const hasMetadata = [...files.keys()].some((path) => path.startsWith('metadata/'));
      if (!hasMetadata || metadataDocuments.some(({ root }) => root.isAbsent)) return;
      if (annotations.fields.length === 0) {
        // Go's readers accept it, others don't.
        const roots = metadataDocuments.flatMap(({ root }) => root.fields);
        const misspelling = roots.find(([name]) => name !== 'annotations' && name.toLowerCase() === 'annotations');
        yield {
          place: misspelling?.[1] ?? annotations,
          ...(misspelling === undefined ? { rejection: noAnnotations } : { severity: 'warning' }),
          what: 'no file in metadata/ describes the bundle',
          remedy:
            misspelling === undefined
              ? `write metadata/annotations.yaml with the annotations ${[...required.keys()].join(', ')}`
              : `write annotations: instead of ${misspelling[0]}:`,
        };
        return;
      }
      const misspellings = misspeltAnnotations(annotations);
      for (const [name, wording] of required) {
        const place = annotations.at(name);
        const misspelling = misspellings.find(({ meant }) => meant === name);
        const remedy = misspelling === undefined ? wording : `write it instead of ${misspelling.name}`;
        if (place.isAbsent) yield { place, what: `the annotation ${name} is missing`, remedy };
      }
    },
  },
  {
    id: 'bundle-annotation-name',
    demand: `The annotations with the prefix ${prefix} are ones that readers know.`,
    *check({ annotations }) {
      for (const { name, place, meant } of misspeltAnnotations(annotations)) {
        // If that annotation is missing and required, the rule about required ones names the misspelling.
        if (meant !== undefined && required.has(meant) && annotations.at(meant).isAbsent) continue;
        yield {
          place,
          what: `readers ignore ${name}`,
          remedy: meant === undefined ? 'remove it' : `did you mean ${meant}?`,
        };
      }
    },
  },
  {
    id: 'bundle-annotation-text',
    demand: 'The annotations in metadata/ are text: a bare 4.10 is the number 4.1, a bare y is true.',
    *check({ annotations }) {
      for (const [name, place] of annotations.fields) {
        if (place.text !== undefined || place.isAbsent) continue;
        yield {
          place,
          ...(name === `${prefix}.mediatype.v1` && { rejection: otherMediaType }),
          ...(typeof place.value === 'object' && { rejection: noAnnotations }),
          what: `${name} is ${JSON.stringify(place.value)} and not text: readers convert it differently`,
          remedy: 'put it in quotes',
        };
      }
    },
  },
  textRule({
    id: 'media-type',
    demand: 'The media type is registry+v1, the only one that OLM installs.',
    rejection: otherMediaType,
    at: annotationNamed('mediatype'),
    isRight: (text) => text === 'registry+v1',
    what: annotationWords,
    remedy: 'write registry+v1, the type of a bundle with a ClusterServiceVersion',
  }),
  textRule({
    id: 'manifests-path',
    demand: 'The annotations name manifests/ as the directory of manifests.',
    at: annotationNamed('manifests'),
    isRight: (text) => /^(?:\.?\/)?manifests\/?$/.test(text),
    what: annotationWords,
    remedy: 'write manifests/: most readers look there, whatever the annotation',
  }),
  textRule({
    id: 'metadata-path',
    demand: 'The annotations name metadata/ as the directory of metadata.',
    at: annotationNamed('metadata'),
    isRight: (text) => /^(?:\.?\/)?metadata\/?$/.test(text),
    what: annotationWords,
    remedy: 'write metadata/: most readers look there, whatever the annotation',
  }),
  textRule({
    id: 'package-name',
    demand: 'The name of the package is a DNS label.',
    rejection: { by: 'opm', message: 'invalid package name "…"' },
    at: annotationNamed('package'),
    isRight: isDnsLabel,
    rating: (text) => (text === '' ? { rejection: namelessPackage } : {}),
    what: annotationWords,
    remedy: "use lower-case letters, digits and '-', with a letter or digit at both ends, 63 at most",
  }),
  {
    id: 'channel-list',
    demand: 'The channels are named with commas between them, and nothing else.',
    *check(bundle) {
      const { place, names } = annotatedChannels(bundle);
      for (const name of names) {
        if (/^[^\s,]+$/.test(name)) continue;
        yield {
          place,
          ...(place.text === '' && { rejection: emptyAnnotationViolation('channels') }),
          what:
            name.trim() === ''
              ? 'the list of channels has an empty name in it'
              : `'${name}' is not a valid name of a channel`,
          remedy: 'write the names with a comma between them, without spaces',
        };
        return;
      }
    },
  },
  {
    id: 'channel-duplicate',
    demand: 'No channel is named twice.',
    *check(bundle) {
      const { place, names } = annotatedChannels(bundle);
      for (const name of repeatedItems(names, (each) => each.trim())) {
        yield { place, what: `the channel ${name} is named twice`, remedy: 'name it once' };
      }
    },
  },
  {
    id: 'default-channel',
    demand: 'The default channel, if present, is one of the channels.',
    *check(bundle) {
      const names = annotatedChannels(bundle)
        .names.map((name) => name.trim())
        .filter((name) => name !== '');
      const place = bundle.annotations.at(`${prefix}.channel.default.v1`);
      // Readers convert null to empty text.
      const text = place.value === null ? '' : place.text;
      if (text === undefined || names.length === 0 || names.includes(text)) return;
      yield {
        place,
        ...(text === '' && { rejection: emptyAnnotationViolation('channel.default') }),
        what: text === '' ? 'the default channel has no name' : `there is no channel ${text}`,
        remedy: `name one of ${names.join(', ')}, or leave the annotation out`,
      };
    },
  },
  {
    id: 'bundle-annotation-files',
    demand: 'If several files in metadata/ have annotations, they are equal.',
    *check({ metadataDocuments }) {
      const [first, ...others] = metadataDocuments
        .map(({ root }) => root.at('annotations'))
        .filter(({ fields }) => fields.length > 0);
      if (first === undefined) return;
      for (const [name, place] of others.flatMap(({ fields }) => fields)) {
        const other = first.at(name);
        if (other.file === place.file || other.isAbsent || other.value === place.value) continue;
        yield {
          place,
          what: `${other.file} has another value, and readers differ in the file that they use`,
          remedy: 'keep the annotations in one file',
        };
      }
    },
  },
];

/** Returns the annotations of bundles that readers don't know, each with the probably meant one. */
function misspeltAnnotations(annotations: Place) {
  const known = knownAnnotations.map((name) => name.slice(prefix.length));
  return annotations.fields
    .filter(([name]) => name.startsWith(`${prefix}.`) && !knownAnnotations.includes(name))
    .map(([name, place]) => {
      const meant = nearestName(name.slice(prefix.length), known);
      return { name, place, meant: meant && `${prefix}${meant}` };
    });
}

function emptyAnnotationViolation(name: string): Rejection {
  return { by: 'operator-sdk', message: `Expecting annotation "${prefix}.${name}.v1" to have non-empty value` };
}

function annotationNamed(name: string) {
  return ({ annotations }: BundleContent) => annotations.at(`${prefix}.${name}.v1`);
}

function annotationWords(text: string): string {
  return text === '' ? 'it is empty' : `it is '${text}'`;
}

function annotatedChannels({ annotations }: BundleContent) {
  const place = annotations.at(`${prefix}.channels.v1`);
  return { place, names: place.text?.split(',') ?? [] };
}

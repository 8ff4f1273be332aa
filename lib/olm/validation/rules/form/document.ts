import { formatObjectAddress, isDns1035Label, isDnsLabel, isJsonObject } from '../../../../api/index.ts';
import { valuePath } from '../../../../schema/index.ts';
import { repeatedFields } from '../../../../yaml/index.ts';
import { type BundleContent, type Document, objectKindOf, Place } from '../../../content/index.ts';
import { textRule } from '../../../finding/content-rule.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import { repetitions } from '../../../finding/repetition.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { noAnnotations } from './bundle-annotation.ts';
import { notFound } from './manifest-kind.ts';

/** Rules of bundle readers for the documents in files. */
export const documentRules: readonly BundleRule[] = [
  {
    id: 'file-encoding',
    demand: 'Manifests and metadata are text in UTF-8 without control characters.',
    rejection: { by: 'operator-sdk', message: 'error converting YAML to JSON' },
    isPrecondition: true,
    *check(bundle) {
      yield* unreadableFileViolations('encoding', bundle, 'write it in UTF-8');
    },
  },
  {
    id: 'yaml-syntax',
    demand: 'Manifests and metadata can be read.',
    rejection: { by: 'operator-sdk', message: 'error converting YAML to JSON' },
    isPrecondition: true,
    *check(bundle) {
      yield* unreadableFileViolations('syntax', bundle, 'correct the syntax');
    },
  },
  {
    id: 'duplicate-key',
    demand:
      'No map has a key twice, also in the JSON of annotations: some readers use the last value, others reject the file.',
    *check({ manifestDocuments, metadataDocuments, clusterServiceVersion }) {
      const remedy = 'keep one of the two';
      yield* documentProblems('duplicate-key', [...manifestDocuments, ...metadataDocuments], remedy);
      for (const [, { file, path, text, json }] of clusterServiceVersion.at('metadata', 'annotations').fields) {
        for (const repeated of json.isAbsent ? [] : repeatedFields(text ?? '')) {
          const what = `${String(repeated.path.at(-1))} occurs twice in the JSON, and readers use the last value`;
          yield { place: { file, path: valuePath(path, repeated.path) }, what, remedy };
        }
      }
    },
  },
  {
    id: 'empty-file',
    demand: 'No file in manifests/ is empty.',
    rejection: { by: 'operator-sdk', message: 'unsupported media type registry+v1 for bundle object' },
    *check({ files, manifestDocuments }) {
      const filled = new Set(manifestDocuments.map(({ root }) => root.file));
      for (const path of files.keys()) {
        if (!/^manifests\/[^./][^/]*\.(?:ya?ml|json)$/.test(path) || filled.has(path)) continue;
        yield { place: new Place(path, undefined), what: 'it is empty', remedy: 'remove it' };
      }
    },
  },
  {
    id: 'one-document',
    demand: 'Each file in manifests/ holds one document: most readers use the first and drop the rest.',
    *check({ manifestDocuments }) {
      for (const [file, documents] of documentsByFile(manifestDocuments)) {
        if (documents.length === 1) continue;
        yield {
          place: new Place(file, undefined),
          what: `it holds ${documents.length} documents, of which most readers use only the first`,
          remedy: 'write a file for each',
        };
      }
    },
  },
  {
    id: 'leading-comment',
    demand:
      'Neither a comment nor %YAML stands before the --- at the head of a manifest: many readers parse it as a separate document.',
    *check({ files, manifests }) {
      for (const manifest of manifests) {
        const { file } = manifest;
        const kind = manifest.at('kind').text;
        // The expected maximum length of comments at the head of a file.
        const head = new TextDecoder().decode(files.get(file)?.subarray(0, 4096));
        if (!/^(?:[ \t]*(?:\r?|[#%][^\n]*)\n)+---\s/.test(head)) continue;
        yield {
          place: new Place(file, undefined),
          ...(kind === 'ClusterServiceVersion' && { rejection: noServiceVersion }),
          what: 'many readers parse the text before --- as a separate document, and use only that',
          remedy: 'begin the file with ---, or leave out the text before it',
        };
      }
    },
  },
  {
    id: 'object-identity',
    demand: 'Each manifest is an object with apiVersion, kind and metadata.name.',
    rejection: { by: 'operator-sdk', message: "Object 'Kind' is missing" },
    isPrecondition: true,
    *check({ manifestDocuments }) {
      for (const [first] of documentsByFile(manifestDocuments).values()) {
        if (first?.root.isAbsent === false) yield* objectIdentityViolations(first.root);
      }
    },
  },
  textRule({
    id: 'object-name',
    demand: 'The name of a Service begins with a letter: API servers before Kubernetes 1.36 refuse others.',
    at: (bundle) => bundle.manifestsOf('', 'Service').map((service) => service.at('metadata', 'name')),
    isRight: (text) => !isDnsLabel(text) || isDns1035Label(text),
    what: (text) => `'${text}' begins with a digit`,
    remedy: 'begin it with a letter',
  }),
  textRule({
    id: 'object-version',
    demand: 'Neither a manifest nor an example has a resourceVersion: API servers create no object with one.',
    rejection: { by: 'API server', message: 'resourceVersion should not be set on objects to be created' },
    at: ({ manifests, examples }) => [...manifests, ...examples].map((each) => each.at('metadata', 'resourceVersion')),
    isRight: (text) => text === '' || text === '0',
    what: () => 'it is the version of an object in a cluster',
    remedy: 'leave it out, with uid, creationTimestamp, managedFields and status',
  }),
  {
    id: 'duplicate-object',
    demand: 'No two manifests are the same object.',
    *check({ manifests }) {
      for (const { item, key, first } of repetitions(manifests, documentIdentity)) {
        yield {
          place: item,
          ...(item.at('kind').text === 'CustomResourceDefinition' && { rejection: duplicateDefinition }),
          what: `${first.file} has the same object: ${key}`,
          remedy: 'remove one of the two, or give it another name',
        };
      }
    },
  },
];

/** The rejection of a definition that the bundle has twice. */
export const duplicateDefinition: Rejection = { by: 'operator-sdk', message: 'duplicate CRD "…" in bundle' };

/** The rejection of the ClusterServiceVersion, which readers look for in the first document. */
const noServiceVersion: Rejection = { by: 'operator-sdk', message: 'unable to find a csv in bundle directory' };

function namelessRejection(kind: string | undefined): Rejection {
  if (kind === 'ClusterServiceVersion') return { by: 'operator-sdk', message: 'metadata.name "" is invalid' };
  const by = kind === 'CustomResourceDefinition' ? 'operator-sdk' : 'API server';
  return { by, message: 'metadata.name: Required value: name or generateName is required' };
}

function versionlessRejection(kind: string | undefined): Rejection {
  return kind === 'CustomResourceDefinition' ? { by: 'operator-sdk', message: 'unsupported CRD version' } : notFound;
}

function* documentProblems(
  kind: Document['problems'][number]['kind'],
  documents: readonly Document[],
  remedy: string,
): Generator<Violation> {
  for (const { root, problems } of documents) {
    for (const problem of problems) {
      if (problem.kind === kind) yield { place: root, what: problem.what, remedy };
    }
  }
}

/** The files that can't be read. Tools ignore such a file of `metadata/`, unless it is the one with the annotations. */
function* unreadableFileViolations(
  kind: 'encoding' | 'syntax',
  bundle: BundleContent,
  remedy: string,
): Generator<Violation> {
  const { manifestDocuments, metadataDocuments, annotations, clusterServiceVersion } = bundle;
  for (const violation of documentProblems(kind, manifestDocuments, remedy)) {
    yield { ...violation, ...(clusterServiceVersion.isAbsent && { rejection: noServiceVersion }) };
  }
  for (const violation of documentProblems(kind, metadataDocuments, remedy)) {
    yield { ...violation, ...(annotations.isAbsent ? { rejection: noAnnotations } : { severity: 'warning' }) };
  }
}

function* objectIdentityViolations(root: Place): Generator<Violation> {
  if (typeof root.value !== 'object' || Array.isArray(root.value)) {
    yield {
      place: root,
      rejection: { by: 'operator-sdk', message: 'cannot unmarshal … into Go value' },
      what: 'it is not an object',
      remedy: 'write one, with apiVersion, kind and metadata',
    };
    return;
  }
  const metadata = root.at('metadata');
  // Lists have no name, and another rule reports them.
  const isList = root.at('kind').text === 'List';
  // The rule about types reports types in metadata.
  const isNameless =
    !isList && (metadata.isAbsent || (isJsonObject(metadata.value) && !metadata.at('name').isMistyped()));
  const kind = root.at('kind');
  if ([root.at('apiVersion'), kind, metadata].every((each) => each.isAbsent)) {
    const what = 'it is not an object of Kubernetes: it has no apiVersion, no kind and no metadata';
    yield { place: root, what, remedy: 'remove the file, or write an object' };
    return;
  }
  for (const [place, rejection] of [
    [root.at('apiVersion'), versionlessRejection(kind.text)],
    [kind],
    ...(isNameless ? [[metadata.at('name'), namelessRejection(kind.text)] as const] : []),
  ] as const) {
    if (place.hasText) continue;
    yield {
      place,
      ...(rejection !== undefined && { rejection }),
      what: place.isMistyped() ? `${place.path} is not text` : `the object has no ${place.path}`,
      remedy: 'write it: API servers need it to identify the object',
    };
  }
}

function documentsByFile(documents: readonly Document[]): ReadonlyMap<string, readonly Document[]> {
  return Map.groupBy(documents, ({ root }) => root.file);
}

/** Describes kind, group, namespace and name; undefined if one is missing, or for kinds that other rules count. */
function documentIdentity(manifest: Place): string | undefined {
  const [apiVersion, kind] = ['apiVersion', 'kind'].map((field) => manifest.at(field).text);
  const [namespace, name] = ['namespace', 'name'].map((field) => manifest.at('metadata', field).text);
  if (kind === undefined || apiVersion === undefined || name === undefined) return undefined;
  if (kind === 'ClusterServiceVersion') return undefined;
  return formatObjectAddress({ kind: objectKindOf(manifest), key: { namespace, name } });
}

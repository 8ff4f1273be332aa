// In: the files of a bundle, whoever has written them. Out: what they hold, unjudged: documents, and the places in them.
// Called by whoever looks at bundles that are already made: validation, catalogs, the comparison of releases.

import { isJsonObject } from '../../api/index.ts';
import { type Document, documents } from './document.ts';
import { Place } from './place.ts';

/**
 * Files by their path, relative to the bundle's directory, with `/` on every system. A Dockerfile that stands beside that
 * directory, as operator-sdk writes it, is `../bundle.Dockerfile`. A directory in `manifests/` in which nothing lies has a path
 * that ends with `/`.
 */
export type BundleFiles = ReadonlyMap<string, Uint8Array>;

/** What a bundle's files hold. Nothing is judged: whatever is missing or of the wrong type has an absent {@link Place}. */
export class BundleContent {
  readonly files: BundleFiles;
  /** What the image says of itself that the files are from: name → value. Undefined if they are from a directory. */
  readonly imageLabels: Readonly<Record<string, string>> | undefined;
  /** Of the files in `manifests/` itself, by the names of files, several of one file in their order. */
  readonly manifestDocuments: readonly Document[];
  /** Of the files in `metadata/` itself, likewise. */
  readonly metadataDocuments: readonly Document[];
  /** The objects in `manifests/`: the first document of each file, which is all that most readers look at. */
  readonly manifests: readonly Place[];
  /** The ClusterServiceVersion, the first if there are several. */
  readonly clusterServiceVersion: Place;
  readonly definitions: readonly Place[];
  /** The examples that the ClusterServiceVersion gives, each in its place; none if their list can't be read. */
  readonly examples: readonly Place[];
  /** What the bundle says of itself: a map. */
  readonly annotations: Place;
  /** What the bundle needs of others: a list. */
  readonly dependencies: Place;
  /** What else resolvers are told: a list. */
  readonly properties: Place;

  constructor(files: BundleFiles, imageLabels?: Readonly<Record<string, string>>) {
    this.files = files;
    this.imageLabels = imageLabels;
    this.manifestDocuments = documentsIn('manifests', files);
    this.metadataDocuments = documentsIn('metadata', files);
    this.manifests = firstOfEachFile(this.manifestDocuments).filter(({ value }) => isJsonObject(value));
    const [serviceVersion] = this.manifestsOf('operators.coreos.com', 'ClusterServiceVersion');
    this.clusterServiceVersion = serviceVersion ?? new Place('manifests', undefined);
    this.definitions = this.manifestsOf('apiextensions.k8s.io', 'CustomResourceDefinition');
    this.examples = examplesOf(this.clusterServiceVersion);
    this.annotations = this.#metadata('annotations');
    this.dependencies = this.#metadata('dependencies');
    this.properties = this.#metadata('properties');
  }

  /** The manifests of a kind, of whatever version. @param group - empty for core kinds. */
  manifestsOf(group: string, kind: string): readonly Place[] {
    return this.manifests.filter((manifest) => {
      const apiVersion = manifest.at('apiVersion').text ?? '';
      const ownGroup = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
      return ownGroup === group && manifest.at('kind').text === kind;
    });
  }

  /** Whether a file of `manifests/` can't be read, so that nobody knows what is missing. */
  get hasUnreadableManifest(): boolean {
    return this.manifestDocuments.some(({ root }) => root.isAbsent);
  }

  /** What any other file holds, such as the configuration of tests; none if it isn't there. */
  documentsOf(file: string): readonly Document[] {
    const bytes = this.files.get(file);
    return bytes === undefined ? [] : documents(file, bytes);
  }

  /** The field of that name in whichever file of `metadata/` has it, as readers look for it. */
  #metadata(field: string): Place {
    const roots = firstOfEachFile(this.metadataDocuments);
    const found = roots.find((root) => !root.at(field).isAbsent) ?? new Place(`metadata/${field}.yaml`, undefined);
    return found.at(field);
  }
}

function documentsIn(directory: string, files: BundleFiles): Document[] {
  return [...files]
    .filter(([path]) => isDocumentFile(path) && path.slice(0, path.lastIndexOf('/')) === directory)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([path, bytes]) => documents(path, bytes));
}

/** What readers take for documents; a file whose name begins with a dot isn't among them. */
function isDocumentFile(path: string): boolean {
  return /(?:^|\/)[^./][^/]*\.(?:ya?ml|json)$/.test(path);
}

function firstOfEachFile(all: readonly Document[]): Place[] {
  const first = new Map<string, Place>();
  for (const { root } of all) if (!first.has(root.file)) first.set(root.file, root);
  return [...first.values()];
}

function examplesOf(serviceVersion: Place): readonly Place[] {
  const annotations = serviceVersion.at('metadata', 'annotations');
  const place = [annotations.at('alm-examples'), annotations.at('olm.examples')].find(({ text }) => text !== undefined);
  return place?.json.items ?? [];
}

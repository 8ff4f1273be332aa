// In: the files of a bundle, from any author or tool. Out: their content, not validated: documents and the places in
// them. Called by the readers of existing bundles: validation, catalogs, the comparison of releases.

import { isJsonObject } from '../../api/index.ts';
import { type Document, documents } from './document.ts';
import { objectKindOf, Place } from './place.ts';

/**
 * Files by path, relative to the bundle's directory, with `/` on every system. A Dockerfile next to that directory, as
 * operator-sdk writes it, is `../bundle.Dockerfile`. The path of an empty directory in `manifests/` ends with `/`.
 */
export type BundleFiles = ReadonlyMap<string, Uint8Array>;

/**
 * The content of a bundle's files, not validated: a missing value or one of a wrong type has an absent {@link Place}.
 *
 * @example
 * const content = new BundleContent(files);
 * content.clusterServiceVersion.at('spec', 'version').text; // '0.1.0'
 */
export class BundleContent {
  readonly files: BundleFiles;
  /** The labels of the image that the files are from: name → value. Undefined if they are from a directory. */
  readonly imageLabels: Readonly<Record<string, string>> | undefined;
  /** The documents of the files in `manifests/` itself, sorted by file name, several of one file in their order. */
  readonly manifestDocuments: readonly Document[];
  /** The documents of the files in `metadata/` itself, in the same order. */
  readonly metadataDocuments: readonly Document[];
  /** The objects in `manifests/`: the first document of each file, since most readers ignore others. */
  readonly manifests: readonly Place[];
  /** The ClusterServiceVersion, the first of several. Its field names match in any case, as OLM reads them. */
  readonly clusterServiceVersion: Place;
  readonly definitions: readonly Place[];
  /** The examples of the ClusterServiceVersion, each at its place; none if their list can't be read. */
  readonly examples: readonly Place[];
  /** The annotations of the bundle: a map. */
  readonly annotations: Place;
  /** The dependencies of the bundle: a list. */
  readonly dependencies: Place;
  /** The further properties for resolvers: a list. */
  readonly properties: Place;

  constructor(files: BundleFiles, imageLabels?: Readonly<Record<string, string>>) {
    this.files = files;
    this.imageLabels = imageLabels;
    this.manifestDocuments = documentsInDirectory('manifests', files);
    this.metadataDocuments = documentsInDirectory('metadata', files);
    this.manifests = firstDocumentOfEachFile(this.manifestDocuments).filter(({ value }) => isJsonObject(value));
    const [serviceVersion] = this.manifestsOf('operators.coreos.com', 'ClusterServiceVersion');
    this.clusterServiceVersion = serviceVersion?.inAnyCase ?? new Place('manifests', undefined);
    this.definitions = this.manifestsOf('apiextensions.k8s.io', 'CustomResourceDefinition');
    this.examples = examplesOfServiceVersion(this.clusterServiceVersion);
    this.annotations = this.#metadata('annotations');
    this.dependencies = this.#metadata('dependencies');
    this.properties = this.#metadata('properties');
  }

  /** Returns the manifests of a kind, of any version. @param group - empty for core kinds. */
  manifestsOf(group: string, kind: string): readonly Place[] {
    return this.manifests.filter((manifest) => {
      const own = objectKindOf(manifest);
      return own.group === group && own.kind === kind;
    });
  }

  /** True if a file of `manifests/` can't be read, so that absent manifests may be in it. */
  get hasUnreadableManifest(): boolean {
    return this.manifestDocuments.some(({ root }) => root.isAbsent);
  }

  /** Returns the documents of any other file, such as the configuration of tests; none if the file doesn't exist. */
  documentsOf(file: string): readonly Document[] {
    const bytes = this.files.get(file);
    return bytes === undefined ? [] : documents(file, bytes);
  }

  /** Returns a field from the file of `metadata/` that has it, as readers look for it. */
  #metadata(field: string): Place {
    const roots = firstDocumentOfEachFile(this.metadataDocuments);
    const found = roots.find((root) => !root.at(field).isAbsent) ?? new Place(`metadata/${field}.yaml`, undefined);
    return found.at(field);
  }
}

function documentsInDirectory(directory: string, files: BundleFiles): Document[] {
  return [...files]
    .filter(([path]) => isDocumentFile(path) && path.slice(0, path.lastIndexOf('/')) === directory)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([path, bytes]) => documents(path, bytes));
}

/** Returns true if readers parse the file; they ignore a file whose name begins with a dot. */
function isDocumentFile(path: string): boolean {
  return /(?:^|\/)[^./][^/]*\.(?:ya?ml|json)$/.test(path);
}

function firstDocumentOfEachFile(all: readonly Document[]): Place[] {
  const first = new Map<string, Place>();
  for (const { root } of all) if (!first.has(root.file)) first.set(root.file, root);
  return [...first.values()];
}

function examplesOfServiceVersion(serviceVersion: Place): readonly Place[] {
  const annotations = serviceVersion.at('metadata', 'annotations');
  const place = [annotations.at('alm-examples'), annotations.at('olm.examples')].find(({ text }) => text !== undefined);
  return place?.json.items ?? [];
}

/** Returns an annotation of the ClusterServiceVersion. */
export function serviceAnnotation({ clusterServiceVersion }: BundleContent, name: string): Place {
  return clusterServiceVersion.at('metadata', 'annotations', name);
}

/**
 * Returns the lists of a bundle's properties: metadata/properties.yaml, and the older annotation `olm.properties`. A
 * list is absent if it doesn't exist, or if the annotation isn't JSON.
 */
export function bundlePropertyLists(bundle: BundleContent): readonly Place[] {
  return [bundle.properties, serviceAnnotation(bundle, 'olm.properties').json];
}

/** Returns a bundle's properties from all sources: of one type, or @default all of them. */
export function bundleProperties(bundle: BundleContent, type?: string): readonly Place[] {
  const all = bundlePropertyLists(bundle).flatMap((list) => list.items);
  return type === undefined ? all : all.filter((property) => property.at('type').text === type);
}

/** Returns an annotation of a bundle's content that all bundles have. @param name - such as `channel.default`. */
export function bundleAnnotation(content: BundleContent, name: string): string | undefined {
  return content.annotations.at(`operators.operatorframework.io.bundle.${name}.v1`).text;
}

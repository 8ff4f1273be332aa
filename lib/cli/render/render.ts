// In: an app, and files of custom resources. Out: their children as YAML, without a cluster. Called by `render`.

import type { App } from 'cdk8s';
import {
  type CustomResourceClass,
  formatGroupVersionKind,
  groupVersionKind,
  isSameKind,
  type Kind,
  type KubernetesObject,
  objectTitle,
  type Resource,
  type StoredObject,
} from '../../api/index.ts';
import { Controller, cachedReadKinds, MutatingWebhook, Operator } from '../../constructs/index.ts';
import { ObjectsCache, referencedObjects, render, withSecretData } from '../../render/index.ts';
import { yamlDocument } from '../../yaml/index.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import { printText } from '../terminal/output.ts';
import { admittedResource } from './admitted-resource.ts';
import { type FileObject, objectsOfFile } from './object-file.ts';

/**
 * Prints the children of the custom resources in some files, or of the operators' samples if there are none. The other
 * objects in the files are those that the resources refer to.
 *
 * @throws Failure if the definition or a file has problems, or the files have no resource of the app's kinds.
 */
export async function executeRender(app: App, files: readonly string[]): Promise<void> {
  assertDefinition(app);
  const controllers = Operator.in(app).flatMap((operator) => Controller.in(operator));
  const written = files.length > 0 ? (await Promise.all(files.map(objectsOfFile))).flat() : samplesOf(app);
  const subjects = written.flatMap((each) => {
    const controller = controllers.find(({ kind }) => isOfKind(each.object, kind));
    return controller === undefined ? [] : [{ ...each, controller }];
  });
  if (subjects.length === 0) throw nothingToRender(files, controllers);
  const kinds = cachedKindsOf(controllers);
  const others = written
    .filter((each) => subjects.every(({ object }) => object !== each.object))
    .map(({ object }) => storedObject(object, kinds));
  const resources: { readonly controller: Controller; readonly resource: Resource<CustomResourceClass> }[] = [];
  for (const { controller, ...subject } of subjects) {
    const resource = await admittedResource(subject, controller.kind, Operator.of(controller), others);
    resources.push({ controller, resource });
  }
  const objects = [...others, ...resources.map(({ resource }) => ({ ...resource }))];
  printText(resources.map(({ controller, resource }) => childrenText(controller, resource, objects)).join('---\n'));
}

function samplesOf(app: App): readonly FileObject[] {
  return Operator.in(app).flatMap((operator) => {
    const samples: readonly KubernetesObject[] = operator.samples?.toJson() ?? [];
    return samples.map((object) => ({ place: `the sample ${objectTitle(object)}`, object }));
  });
}

/** Returns true for an object of a kind, in any version of it. */
function isOfKind(object: KubernetesObject, { group, kind }: Kind): boolean {
  const written = groupVersionKind(object);
  return written.group === group && written.kind === kind;
}

function nothingToRender(files: readonly string[], controllers: readonly Controller[]): Failure {
  const kinds = controllers.map(({ kind }) => formatGroupVersionKind(kind)).join(', ');
  return files.length === 0
    ? new Failure('this app has no samples: name a file with custom resources')
    : new Failure(`${files.join(', ')}: no resource of this app's kinds: write one of ${kinds}`);
}

/** Returns the kinds that the controllers and webhooks of an app read. */
function cachedKindsOf(controllers: readonly Controller[]): readonly Kind[] {
  const operators = new Set(controllers.map((controller) => Operator.of(controller)));
  const webhooks = [...operators].flatMap((operator) => MutatingWebhook.in(operator));
  const cached = [
    ...controllers.flatMap((each) => each.cachedKinds),
    ...webhooks.flatMap(({ props }) => cachedReadKinds(props)),
  ];
  return cached.map(({ kind }) => kind);
}

/** Returns an object as the API server stores it, as far as its kind isn't needed for that. */
function storedObject(written: KubernetesObject, kinds: readonly Kind[]): StoredObject {
  const object = withSecretData(written);
  const isNamespaced = kinds.some((kind) => kind.scope === 'Namespaced' && isSameKind(kind, groupVersionKind(object)));
  return {
    ...object,
    metadata: {
      ...(isNamespaced && { namespace: 'default' }),
      ...object.metadata,
      uid: `of ${objectTitle(object)}`,
      resourceVersion: '1',
      creationTimestamp: '1970-01-01T00:00:00Z',
    },
  };
}

function childrenText(
  controller: Controller,
  resource: Resource<CustomResourceClass>,
  objects: readonly StoredObject[],
): string {
  const references = referencedObjects(controller, resource, new ObjectsCache(controller, () => objects));
  const { children } = render(controller, resource, references);
  const title = objectTitle({ kind: controller.kind.kind, metadata: resource.metadata });
  if (children.length === 0) return `# ${title} has no children\n`;
  const documents = children.map(({ object }) => yamlDocument(withoutOwner(object, resource)));
  return `# The children of ${title}\n${documents.join('---\n')}`;
}

/** Returns a child without the reference to its resource, whose uid only a cluster knows. */
function withoutOwner({ metadata, ...child }: KubernetesObject, resource: Resource<CustomResourceClass>): object {
  const { ownerReferences = [], ...others } = metadata;
  const left = ownerReferences.filter(({ uid }) => uid !== resource.metadata.uid);
  return { ...child, metadata: { ...others, ...(left.length > 0 && { ownerReferences: left }) } };
}

// In: the Deployments of an operator, the images that its definition names, and its rendered samples. Out: the images
// that it can start, Deployments with these images in variables, and findings about unnamed images. Called by `bundle`.

import type { KubernetesObject } from '../../../api/index.ts';
import { managerContainer, relatedImageName, relatedImageVariable } from '../../../constructs/index.ts';
import { type StartedImage, startedImages, withImages } from '../../../render/index.ts';
import {
  type ContainerManifest,
  type DeploymentManifest,
  isDeployment,
  withContainers,
} from '../manifest/deployment.ts';
import { type ManifestFinding, manifestTitle } from '../manifest-finding.ts';
import { type ImageLock, imageLockFindings, pinnedImage } from './pinned-image.ts';

/** The inputs of a bundle's images. */
export interface ImageSources {
  readonly deployments: readonly DeploymentManifest[];
  /** Name → image, from the definition. @default the images of the samples only */
  readonly childImages: Readonly<Record<string, string>> | undefined;
  readonly lock: ImageLock | undefined;
  /** The samples, each with its children. */
  readonly renders: readonly { readonly sample: KubernetesObject; readonly children: readonly KubernetesObject[] }[];
}

/** The images of a bundle. */
export interface FoldedImages {
  /**
   * The Deployments, with images by digest if there is a lock, and with variables for the images of the manager's
   * children.
   */
  readonly deployments: readonly DeploymentManifest[];
  readonly relatedImages: readonly RelatedImage[];
  readonly findings: readonly ManifestFinding[];
}

/** Finds the images that an operator can start. */
export function foldedImages({ deployments, childImages, lock, renders }: ImageSources): FoldedImages {
  const named = Object.entries(childImages ?? {}).map(([name, image]) => ({ name, image }));
  const own = [...deployments.flatMap(startedImages), ...named, ...deployments.flatMap(imageVariables)];
  const all = [...own, ...renders.flatMap(({ children }) => children.flatMap(startedImages))];
  const pin = (image: string) => pinnedImage(image, lock);
  return {
    deployments: deployments
      .map((manifest) => withImages(manifest, pin))
      .filter(isDeployment)
      .map((manifest) => withContainers(manifest, (container) => withImageVariables(container, named, pin))),
    relatedImages: relatedImages(all.map(({ name, image }) => ({ name, image: pin(image) }))),
    findings: [
      ...(childImages === undefined ? [] : unnamedImageFindings(own, renders)),
      ...imageLockFindings(
        all.map(({ image }) => image),
        lock,
      ),
    ],
  };
}

/** Returns the images in variables that the author set on containers. */
function imageVariables({ spec }: DeploymentManifest): StartedImage[] {
  const all = (spec.template.spec.containers ?? []).flatMap(({ env = [] }) => env);
  return all.flatMap(({ name: variable, value: image = '' }) => {
    const name = relatedImageName(variable);
    return name === undefined || image === '' ? [] : [{ name, image }];
  });
}

function withImageVariables(
  container: ContainerManifest,
  named: readonly StartedImage[],
  pin: (image: string) => string,
): ContainerManifest {
  const own = (container.env ?? []).map((entry) =>
    relatedImageName(entry.name) === undefined || entry.value === undefined
      ? entry
      : { ...entry, value: pin(entry.value) },
  );
  const relatedImages = named
    .map(({ name, image }) => ({ name: relatedImageVariable(name), value: pin(image) }))
    .filter(({ name }) => container.name === managerContainer && !own.some((entry) => entry.name === name));
  const env = [...own, ...relatedImages];
  return env.length === 0 ? container : { ...container, env };
}

function unnamedImageFindings(known: readonly StartedImage[], renders: ImageSources['renders']): ManifestFinding[] {
  return renders.flatMap(({ sample, children }) =>
    children
      .flatMap(startedImages)
      .filter(({ image }) => !known.some((other) => other.image === image))
      .map(({ image }) => ({
        manifest: sample,
        what: `${manifestTitle(sample)} starts ${image}, which \`childImages\` doesn't name`,
        why: 'mirrors copy the images that a bundle names, and a user can replace an image only by its name',
        remedy: 'name it in `childImages`',
      })),
  );
}

/** An image that a cluster needs to run the operator and its children. Mirrors copy it. */
export interface RelatedImage {
  /** The name of the container, with a number if several containers of that name run different images. */
  readonly name: string;
  readonly image: string;
}

/** Returns each image once, with a unique name, in order of appearance. */
function relatedImages(started: readonly StartedImage[]): RelatedImage[] {
  const images = new Map<string, string>();
  const names = new Set<string>();
  for (const { name, image } of started) {
    if (images.has(image)) continue;
    const unique = freeImageName(name, names);
    names.add(unique);
    images.set(image, unique);
  }
  return [...images].map(([image, name]) => ({ name, image }));
}

function freeImageName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
  return free;
}

import { type BundleContent, Place } from '../../../content/index.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { type Dockerfile, parsedDockerfile } from '../../dockerfile.ts';
import { knownAnnotations } from './bundle-annotation.ts';

/** Rules for the labels of the bundle's image, or for its Dockerfile, if there is one. */
export const dockerfileRules: readonly BundleRule[] = [
  {
    id: 'image-labels',
    demand: 'The labels of the image equal the annotations of the bundle: readers of images ignore its files.',
    *check(bundle) {
      const found = imageOfBundle(bundle);
      if (found === undefined || bundle.annotations.fields.length === 0) return;
      for (const [name, annotation] of bundle.annotations.fields) {
        const label = found.labels.get(name);
        const { text } = annotation;
        if (text === undefined || label === text || (label === undefined && !isEssentialLabel(name))) continue;
        yield {
          place: new Place(found.file, undefined, name),
          ...(label === undefined && name === bundleLabel && { rejection: unknownImage }),
          cause: annotation,
          what: label === undefined ? `there is no label ${name}` : `the label is '${label}', the annotation '${text}'`,
          remedy: `${found.verb} ${name}=${/[\s"']/.test(text) ? JSON.stringify(text) : text}`,
        };
      }
      for (const [name, label] of found.labels) {
        const annotation = bundle.annotations.at(name);
        if (!isEssentialLabel(name) || !annotation.isAbsent) continue;
        yield {
          place: new Place(found.file, undefined, name),
          cause: annotation,
          what: `the label is '${label}', and the annotations lack it`,
          remedy: 'write the same into metadata/annotations.yaml, or remove the label',
        };
      }
    },
  },
  {
    id: 'image-files',
    demand: 'The image contains manifests/ and metadata/, and tests/ if the annotations name tests.',
    rejection: { by: 'opm', message: 'no such file or directory' },
    *check(bundle) {
      const found = imageOfBundle(bundle);
      if (found === undefined) return;
      const tests = bundle.annotations.at('operators.operatorframework.io.test.config.v1').text;
      const paths = [...bundle.files.keys()];
      for (const directory of [
        'manifests',
        'metadata',
        ...(tests === undefined ? [] : [tests.replace(/(?<!\/)\/+$/, '')]),
      ]) {
        // Other rules report a missing directory.
        if (!paths.some((path) => path.startsWith(`${directory}/`))) continue;
        if (found.copies.some((target) => target === '/' || `/${directory}/`.startsWith(`${target}/`))) continue;
        yield {
          // No tool reads the tests when it validates an image.
          ...(directory !== 'manifests' && directory !== 'metadata' && { severity: 'warning' }),
          place: new Place(found.file, undefined, `/${directory}/`),
          what: `nothing is copied to /${directory}/`,
          remedy: `write COPY ${directory} /${directory}/, from where the files are`,
        };
      }
    },
  },
];

/** The label by which opm recognizes the image of a bundle. */
const bundleLabel = 'operators.operatorframework.io.bundle.package.v1';

const unknownImage: Rejection = { by: 'opm', message: 'image type could not be determined' };

interface BundleImage extends Dockerfile {
  /** The file with the labels. */
  readonly file: string;
  /** The verb for the remedy. */
  readonly verb: string;
}

/**
 * Returns the image that the bundle is from, or that its Dockerfile builds. Ignores a Dockerfile that isn't for a
 * bundle.
 */
function imageOfBundle({ files, imageLabels }: BundleContent): BundleImage | undefined {
  if (imageLabels !== undefined) {
    const labels = new Map(Object.entries(imageLabels));
    return { file: 'image', verb: 'build it again with the label', labels, copies: ['/'] };
  }
  for (const file of ['bundle.Dockerfile', '../bundle.Dockerfile', 'Dockerfile']) {
    const bytes = files.get(file);
    if (bytes === undefined) continue;
    const found = parsedDockerfile(new TextDecoder().decode(bytes));
    if (isBundleLabel(found)) return { ...found, file, verb: 'write LABEL' };
  }
  return undefined;
}

function isBundleLabel({ labels, copies }: Dockerfile): boolean {
  return [...labels.keys()].some(isEssentialLabel) || copies.includes('/manifests') || copies.includes('/metadata');
}

function isEssentialLabel(name: string): boolean {
  return knownAnnotations.includes(name);
}

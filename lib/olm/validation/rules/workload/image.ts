import type { BundleContent, Place } from '../../../content/index.ts';
import { imageReference } from '../../../notation/image-reference.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { claimsDisconnected } from '../../model/release/disconnected-claim.ts';
import { bundleContainers, containerImages } from '../../model/workload/bundle-deployment.ts';
import { containerFlags } from '../../model/workload/container-flag.ts';

/** Rules for the list of images that mirrors for disconnected clusters copy. */
export const imageRules: readonly BundleRule[] = [
  {
    id: 'related-image-missing',
    demand: 'relatedImages has the images that the operator runs and those in its variables and arguments.',
    *check(bundle) {
      const list = bundle.clusterServiceVersion.at('spec', 'relatedImages');
      const listed = new Set(list.items.map((each) => each.at('image').text));
      // An entry without an image may be the missing one, which another rule reports.
      if ([...listed].some((text) => text === undefined || imageReference(text) === undefined)) return;
      const annotated = imagesInAnnotations(bundle);
      const run = containerImages(bundle);
      const running = run.map(({ text }) => text);
      const mentioned = imagesInVariables(bundle).filter(
        ({ text }) => list.items.length > 0 && !running.includes(text),
      );
      for (const place of [...annotated, ...(listsContainerImages(list, annotated, bundle) ? run : []), ...mentioned]) {
        const { text } = place;
        if (text === undefined || listed.has(text) || imageReference(text) === undefined) continue;
        listed.add(text);
        yield {
          place,
          what: `${text} isn't among relatedImages, so that mirrors for disconnected clusters lack it`,
          remedy: 'add it to spec.relatedImages',
        };
      }
    },
  },
];

/**
 * Returns true if the list is meant to have the images of containers as well. The list of operator-sdk has only those
 * of variables: catalogs add the others themselves. An operator that supports disconnected clusters lists all.
 */
function listsContainerImages(list: Place, annotated: readonly Place[], bundle: BundleContent): boolean {
  const values = annotated.map(({ text }) => text);
  return claimsDisconnected(bundle) || list.items.some((each) => !values.includes(each.at('image').text));
}

function imagesInAnnotations(bundle: BundleContent): Place[] {
  return bundleContainers(bundle)
    .flatMap((container) => container.at('env').items)
    .filter((variable) => variable.at('name').text?.startsWith('RELATED_IMAGE_') === true)
    .map((variable) => variable.at('value'));
}

/**
 * Returns the values of variables such as `CACHE_IMAGE` and arguments such as `--cache-image=` that are certainly
 * images.
 */
function imagesInVariables(bundle: BundleContent): Place[] {
  const values = bundleContainers(bundle).flatMap((container) => [
    ...container
      .at('env')
      .items.filter((variable) => variable.at('name').text?.endsWith('_IMAGE') === true)
      .map((variable) => variable.at('value')),
    ...containerFlags(container)
      .filter(({ name }) => /^--?(?:[\w.-]+-)?image$/.test(name))
      .map(({ value }) => value),
  ]);
  return values.filter(({ text }) => isFullImageText(text ?? ''));
}

function isFullImageText(text: string): boolean {
  const image = imageReference(text);
  return /^[^/.:]*[.:][^/]*\//.test(text) && (image?.tag ?? image?.digest) !== undefined;
}

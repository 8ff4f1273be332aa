import type { BundleContent, Place } from '../../../content/index.ts';
import { textRule, uniqueTextRule } from '../../../finding/content-rule.ts';
import { imageReference } from '../../../notation/image-reference.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { claimsDisconnected } from '../../model/release/disconnected-claim.ts';

/** Rules for the list of images that air-gapped clusters have to mirror. */
export const relatedImageRules: readonly BundleRule[] = [
  {
    id: 'related-image',
    demand: 'A related image has a name, and an image that can be pulled.',
    rejection: { by: 'operator-sdk', message: 'relatedImages[…] has an invalid image pullspec' },
    *check(bundle) {
      for (const related of relatedImages(bundle)) {
        const [name, image] = [related.at('name'), related.at('image')];
        if (name.isAbsent || name.text?.trim() === '') {
          // Readers use the image, and accept any name.
          yield {
            place: name,
            what: 'the image has no name',
            remedy: 'write one, such as manager',
            severity: 'warning',
          };
        }
        if (image.isAbsent || image.text?.trim() === '') {
          yield {
            place: image,
            rejection: { by: 'operator-sdk', message: 'relatedImages[…] has an empty image field' },
            what: 'the entry has no image',
            remedy: 'write it, by digest if possible',
          };
        } else if (image.text !== undefined && imageReference(image.text) === undefined) {
          yield {
            place: image,
            what: `'${image.text}' is not an image`,
            remedy: 'write registry, repository and digest',
          };
        }
      }
    },
  },
  uniqueTextRule({
    id: 'related-image-duplicate',
    demand: 'Each related image has a unique name, and is listed once.',
    lists: (bundle) => [relatedImages(bundle).map((related) => related.at('name'))],
    what: (text) => `${text} is listed twice`,
    remedy: 'give each image a name of its own',
  }),
  textRule({
    id: 'related-image-digest',
    demand:
      'An operator that supports disconnected clusters names its images by digest: mirrors find images only by digest.',
    at: (bundle) => (claimsDisconnected(bundle) ? relatedImages(bundle).map((related) => related.at('image')) : []),
    isRight(text) {
      const image = imageReference(text);
      return image === undefined || image.digest !== undefined;
    },
    what: (text) => `${text} is named by tag, and mirrors of disconnected clusters find images only by digest`,
    remedy: (text) => `write ${imageReference(text)?.repository ?? ''}@sha256:…`,
  }),
];

function relatedImages({ clusterServiceVersion }: BundleContent): readonly Place[] {
  return clusterServiceVersion.at('spec', 'relatedImages').items;
}

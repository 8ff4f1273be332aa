import { repeatedItems } from '../../../finding/repetition.ts';
import { imageReference } from '../../../notation/image-reference.ts';
import type { BundleRule } from '../../rule.ts';
import { serviceVersionRule } from '../../service-version-rule.ts';

/** Rules for the list of images that air-gapped clusters have to mirror. */
export const relatedImageRules: readonly BundleRule[] = [
  serviceVersionRule({
    id: 'related-image',
    demand: 'A related image has a name, and an image that can be pulled.',
    rejection: { by: 'operator-sdk', message: 'relatedImages[…] has an invalid image pullspec' },
    *check(serviceVersion) {
      for (const related of serviceVersion.at('spec', 'relatedImages').items) {
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
  }),
  serviceVersionRule({
    id: 'related-image-duplicate',
    demand: 'Each related image has a unique name, and is listed once.',
    *check(serviceVersion) {
      for (const related of repeatedItems(
        serviceVersion.at('spec', 'relatedImages').items,
        (each) => each.at('name').text,
      )) {
        const name = related.at('name');
        yield { place: name, what: `${name.text ?? ''} is listed twice`, remedy: 'give each image a name of its own' };
      }
    },
  }),
  serviceVersionRule({
    id: 'related-image-digest',
    demand:
      'An operator that supports disconnected clusters names its images by digest: mirrors find images only by digest.',
    *check(serviceVersion) {
      if (serviceVersion.at('metadata', 'annotations', 'features.operators.openshift.io/disconnected').text !== 'true')
        return;
      for (const related of serviceVersion.at('spec', 'relatedImages').items) {
        const image = related.at('image');
        const reference = image.text === undefined ? undefined : imageReference(image.text);
        if (reference === undefined || reference.digest !== undefined) continue;
        yield {
          place: image,
          what: `${image.text ?? ''} is named by tag, and mirrors of disconnected clusters find images only by digest`,
          remedy: `write ${reference.repository}@sha256:…`,
        };
      }
    },
  }),
];

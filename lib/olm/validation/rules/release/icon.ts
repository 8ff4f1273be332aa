import { base64Bytes } from '../../../../api/index.ts';
import { textRule } from '../../../finding/content-rule.ts';
import { publicCatalogs } from '../../../finding/rejection.ts';
import { iconType, iconTypes } from '../../../notation/icon-type.ts';
import type { BundleRule } from '../../bundle-rule.ts';

/** Rules for the icon of the operator. */
export const iconRules: readonly BundleRule[] = [
  {
    id: 'icon',
    demand: 'There is exactly one icon, with data and media type: the public catalogs reject anything else.',
    strict: { audiences: publicCatalogs, by: 'operator-sdk', message: 'csv.Spec.Icon should only have one element' },
    *check({ clusterServiceVersion: serviceVersion }) {
      const place = serviceVersion.at('spec', 'icon');
      if (!place.isAbsent && !Array.isArray(place.value)) return;
      if (place.items.length === 0) {
        yield { place, what: 'there is no icon', remedy: 'add one, as base64data and mediatype' };
      }
      for (const another of place.items.slice(1)) {
        yield { place: another, what: 'there is more than one icon', remedy: 'keep the first' };
      }
      for (const icon of place.items.slice(0, 1)) {
        const field = [icon.at('base64data'), icon.at('mediatype')].find((each) => each.isAbsent || each.text === '');
        if (field === undefined) continue;
        yield {
          place: field,
          what: 'the icon is incomplete',
          remedy: 'write both its data and its media type, or leave it out',
        };
      }
    },
  },
  textRule({
    id: 'icon-media-type',
    demand: `The icon's media type is one of ${iconTypes.join(', ')}.`,
    strict: {
      audiences: publicCatalogs,
      by: 'operator-sdk',
      message: 'csv.Spec.Icon … does not have a valid mediatype',
    },
    at: ({ clusterServiceVersion }) =>
      clusterServiceVersion.at('spec', 'icon').items.map((icon) => icon.at('mediatype')),
    isRight: (text) => text === '' || iconTypes.includes(text),
    what: (text) => `no catalog shows ${text}`,
    remedy: `use one of ${iconTypes.join(', ')}`,
  }),
  {
    id: 'icon-data',
    demand: 'The icon’s data is base64 of its media type.',
    strict: { audiences: publicCatalogs, by: 'catalog pipeline', message: 'check_required_fields: icon' },
    *check({ clusterServiceVersion: serviceVersion }) {
      for (const icon of serviceVersion.at('spec', 'icon').items) {
        const data = icon.at('base64data');
        if (data.text === undefined || data.text === '') continue;
        const bytes = base64Bytes(data.text);
        const type = icon.at('mediatype').text ?? '';
        if (bytes === undefined) {
          yield { place: data, what: 'it is not base64', remedy: 'encode the file again, without data:…, in front' };
        } else if (iconTypes.includes(type) && iconType(bytes) !== type) {
          const seen = iconType(bytes);
          yield {
            place: data,
            what: `it is not ${type}${seen === undefined ? '' : `, but ${seen}`}`,
            remedy: 'write the media type of the encoded file',
            severity: 'warning',
          };
        }
      }
    },
  },
];

import { base64Bytes, isDnsLabel } from '../../../api/index.ts';
import { placeRule } from '../../finding/content-rule.ts';
import { nameChoice } from '../../finding/name-choice.ts';
import { iconType } from '../../notation/icon-type.ts';
import type { CatalogRule } from '../catalog-rule.ts';

/** The rule for the names by which documents refer to packages. */
export const packageNameRule: CatalogRule = placeRule({
  id: 'package-name',
  demand: 'The name of a package is a DNS label.',
  rejection: { by: 'opm', message: 'invalid package name "…"' },
  at: ({ packages }) => packages.map((each) => each.at('name')),
  isRight: ({ text }) => text !== undefined && isDnsLabel(text),
  what: ({ hasText, text }) => (hasText ? `'${text}' is not a valid package name` : 'it has no name'),
  remedy: "use at most 63 lower-case letters, digits and '-'",
});

/** Rules for packages. */
export const packageRules: readonly CatalogRule[] = [
  {
    id: 'package-default-channel',
    demand: 'A package names its default channel, which is one of its channels.',
    rejection: { by: 'opm', message: 'default channel must be set' },
    *check(catalog) {
      for (const each of catalog.packages) {
        const place = each.at('defaultChannel');
        const channelNames = catalog.channels(each.at('name').text ?? '').map((channel) => channel.at('name'));
        const names = channelNames.flatMap(({ text }) => text ?? []).filter((name) => name !== '');
        if (place.text !== undefined && names.includes(place.text)) continue;
        if (names.length === 0) {
          yield { place: each, cause: channelNames, what: 'it has no channel', remedy: 'write an olm.channel' };
          continue;
        }
        yield {
          place,
          cause: channelNames,
          what: place.hasText ? `it has no channel ${place.text}` : 'it has no default channel',
          remedy: `name ${nameChoice(names)}`,
        };
      }
    },
  },
  {
    id: 'package-icon',
    demand: 'The icon of a package holds bytes in base64.',
    rejection: { by: 'opm', message: 'illegal base64 data' },
    *check({ packages }) {
      for (const icon of packages.map((each) => each.at('icon')).filter(({ isAbsent }) => !isAbsent)) {
        const place = icon.at('base64data');
        const bytes = base64Bytes(place.text ?? '');
        if (place.isAbsent || bytes?.length === 0) {
          yield { place, what: 'it holds no image', remedy: 'leave the icon out, or give it the bytes in base64' };
        } else if (bytes === undefined) {
          yield { place, what: 'it is not base64', remedy: "write the file's bytes in base64" };
        }
      }
    },
  },
  {
    id: 'package-icon-type',
    demand: 'The icon of a package is an image of its media type.',
    *check({ packages }) {
      for (const icon of packages.map((each) => each.at('icon'))) {
        const bytes = base64Bytes(icon.at('base64data').text ?? '');
        if (bytes === undefined || bytes.length === 0) continue;
        const place = icon.at('mediatype');
        const found = iconType(bytes);
        if (found === place.text && found !== undefined) continue;
        yield found === undefined
          ? { place: icon.at('base64data'), what: 'it is not an image', remedy: 'use a PNG, a JPEG, a GIF or an SVG' }
          : { place, what: `it has ${place.text ?? 'nothing'}, and the image is ${found}`, remedy: `write ${found}` };
      }
    },
  },
];

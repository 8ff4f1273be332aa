import { isJsonObject } from '../../../../api/index.ts';
import { maturities } from '../../../../constructs/index.ts';
import type { Place } from '../../../content/index.ts';
import { placeRule, textRule } from '../../../finding/content-rule.ts';
import { type Audience, publicCatalogs, type StrictRejection } from '../../../finding/rejection.ts';
import { repeatedItems } from '../../../finding/repetition.ts';
import type { BundleRule } from '../../bundle-rule.ts';

const byFieldCheck: StrictRejection = {
  audiences: publicCatalogs,
  by: 'catalog pipeline',
  message: 'check_required_fields',
};

/** Rules for the description of the operator and its publisher in catalogs. */
export const publisherRules: readonly BundleRule[] = [
  {
    id: 'display-name',
    demand: 'The operator has a displayName: of 3 to 50 characters for the public catalogs.',
    rejection: { by: 'operator-sdk', message: 'Field Spec.DisplayName, Value field: required field missing' },
    *check({ clusterServiceVersion: serviceVersion }, { audiences }) {
      const place = serviceVersion.at('spec', 'displayName');
      if (place.isAbsent || place.text?.trim() === '') {
        yield { place, what: 'the operator has no displayName', remedy: 'write one, which users search for' };
      } else if (place.text !== undefined && isPublicDomain(audiences) && !isLengthBetween(place.text, 3, 50)) {
        yield { place, what: `'${place.text}' has ${[...place.text].length} characters`, remedy: 'write 3 to 50' };
      }
    },
  },
  {
    id: 'description',
    demand: 'The operator has a description: of at least 20 characters for the public catalogs.',
    strict: { audiences: publicCatalogs, by: 'catalog pipeline', message: 'check_required_fields: description' },
    *check({ clusterServiceVersion: serviceVersion }, { audiences }) {
      const place = serviceVersion.at('spec', 'description');
      if (place.isAbsent || place.text?.trim() === '') {
        yield {
          place,
          what: 'the operator has no description',
          remedy: 'describe in Markdown what it does, and for which users',
        };
      } else if (place.text !== undefined && isPublicDomain(audiences) && place.text.trim().length < 20) {
        yield { place, what: 'the description is too short', remedy: 'write at least 20 characters' };
      }
    },
  },
  textRule({
    id: 'maturity',
    demand: `The maturity is one of ${maturities.join(', ')}.`,
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('spec', 'maturity'),
    isRight: (text) => text === '' || maturities.some((each) => each === text),
    what: (text) => `catalogs know no maturity '${text}'`,
    remedy: `write one of ${maturities.join(', ')}, or leave it out`,
  }),
  {
    id: 'provider',
    demand: 'The publisher is named, in at least 3 characters for the public catalogs.',
    strict: { audiences: publicCatalogs, by: 'operator-sdk', message: 'csv.Spec.Provider.Name not specified' },
    *check({ clusterServiceVersion: serviceVersion }, { audiences }) {
      const place = serviceVersion.at('spec', 'provider', 'name');
      const provider = serviceVersion.at('spec', 'provider');
      if ((!provider.isAbsent && !isJsonObject(provider.value)) || place.isMistyped()) return;
      if (place.isAbsent || place.text?.trim() === '') {
        yield { place, what: 'the publisher is missing', remedy: 'name the company or the community' };
      } else if (isPublicDomain(audiences) && !isLengthBetween(place.text ?? '', 3, Number.POSITIVE_INFINITY)) {
        yield { place, what: `'${place.text ?? ''}' is too short`, remedy: 'write at least 3 characters' };
      }
    },
  },
  placeRule({
    id: 'maintainers',
    demand: 'There is at least one maintainer.',
    strict: byFieldCheck,
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('spec', 'maintainers'),
    isRight: (list) => !isListEmpty(list),
    what: 'there are no maintainers',
    remedy: 'list their names and emails',
  }),
  {
    id: 'maintainer',
    demand: 'A maintainer has a name, and a valid email.',
    strict: {
      audiences: publicCatalogs,
      by: 'operator-sdk',
      message: 'csv.Spec.Maintainers elements should contain both name and email',
    },
    *check({ clusterServiceVersion: serviceVersion }) {
      for (const maintainer of serviceVersion.at('spec', 'maintainers').items) {
        yield* missingTextViolation(maintainer.at('name'), 'the maintainer has no name');
        yield* missingTextViolation(maintainer.at('email'), 'the maintainer has no email');
        const email = maintainer.at('email');
        if (email.text === undefined || email.text.trim() === '' || isMailAddress(email.text)) continue;
        yield {
          place: email,
          what: `'${email.text}' is not an email address`,
          remedy: 'write one such as team@example.com',
        };
      }
    },
  },
  placeRule({
    id: 'links',
    demand: 'There is at least one link.',
    strict: byFieldCheck,
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('spec', 'links'),
    isRight: (list) => !isListEmpty(list),
    what: 'there are no links',
    remedy: 'list name and url of documentation or source',
  }),
  {
    id: 'link',
    demand: 'A link has a name, and an address with its scheme.',
    strict: {
      audiences: publicCatalogs,
      by: 'operator-sdk',
      message: 'csv.Spec.Links elements should contain both name and url',
    },
    *check({ clusterServiceVersion: serviceVersion }) {
      const provider = serviceVersion.at('spec', 'provider', 'url');
      for (const link of serviceVersion.at('spec', 'links').items) {
        yield* missingTextViolation(link.at('name'), 'the link has no name');
        yield* missingTextViolation(link.at('url'), 'the link has no url');
      }
      for (const url of serviceVersion.at('spec', 'links').items.map((link) => link.at('url'))) {
        if (url.text === undefined || url.text.trim() === '' || isWebAddress(url.text)) continue;
        yield {
          place: url,
          what: `'${url.text}' is not an address`,
          remedy: 'write it in full, such as https://example.com',
        };
      }
      if (provider.text === undefined || provider.text === '' || isWebAddress(provider.text)) return;
      yield {
        place: provider,
        what: `'${provider.text}' is not a full address`,
        remedy: 'write it with its scheme, such as https://example.com',
        severity: 'warning',
      };
    },
  },
  {
    id: 'keywords',
    demand: 'Keywords are words, each once; the public catalogs require at least one.',
    *check({ clusterServiceVersion: serviceVersion }, { audiences }) {
      const place = serviceVersion.at('spec', 'keywords');
      if (isPublicDomain(audiences) && isListEmpty(place)) {
        yield { place, what: 'there are no keywords', remedy: 'list words that users search for' };
      }
      for (const keyword of place.items) {
        if (keyword.text?.trim() === '') yield { place: keyword, what: 'the keyword is empty', remedy: 'remove it' };
      }
      for (const keyword of repeatedItems(place.items, ({ text }) => text)) {
        yield { place: keyword, what: `${keyword.text ?? ''} occurs twice`, remedy: 'remove it' };
      }
    },
  },
];

function isPublicDomain(audiences: readonly Audience[]): boolean {
  return publicCatalogs.some((audience) => audiences.includes(audience));
}

function isLengthBetween(text: string, least: number, most: number): boolean {
  const { length } = [...text.trim()];
  return length >= least && length <= most;
}

function isListEmpty({ isAbsent, value }: Place): boolean {
  return isAbsent || (Array.isArray(value) && value.length === 0);
}

function* missingTextViolation(place: Place, what: string) {
  if (place.isAbsent || place.text?.trim() === '') yield { place, what, remedy: 'write it' };
}

/** Follows Go's net/mail: the address alone, or in angle brackets after a name. */
function isMailAddress(text: string): boolean {
  const [, address = text] = /^[^<>]*<([^<>]+)>$/.exec(text.trim()) ?? [];
  return /^(?:[^\s@<>",;:()[\]\\]+|"[^"]+")@[^\s@<>",;()\\]+$/.test(address.trim());
}

/** Follows Go's ParseRequestURI: with a scheme, or an absolute path, which catalogs can't follow. */
function isWebAddress(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/?\/?[^\s/]/.test(text) && URL.canParse(text);
}

import type { BundleContent, Place } from '../content/index.ts';
import type { Rejection } from '../finding/rejection.ts';
import type { BundleRule } from './rule.ts';

/** A {@link BundleRule} about one text of a bundle. */
export interface TextRule extends Omit<BundleRule, 'check'> {
  readonly at: (bundle: BundleContent) => Place;
  readonly isRight: (text: string) => boolean;
  /** The rejection of a text. @default the rule's */
  readonly rejectionOf?: (text: string) => Rejection | undefined;
  /** Describes the problem. */
  readonly what: (text: string) => string;
  readonly remedy: string;
}

/** Returns the rule for bundles; it reports nothing if there is no text. */
export function textRule({ at, isRight, rejectionOf, what, remedy, ...words }: TextRule): BundleRule {
  return {
    ...words,
    *check(bundle) {
      const place = at(bundle);
      if (place.text === undefined || isRight(place.text)) return;
      const rejection = rejectionOf?.(place.text);
      yield { place, ...(rejection !== undefined && { rejection }), what: what(place.text), remedy };
    },
  };
}

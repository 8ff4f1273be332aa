// In: the content of an object, the content that it keeps for the version of the conversion, and the author's
// callbacks. Out: its content in that version, with kept fields that its own version can't express and that were not
// edited. Called by `convertObject` for each object with kept content.

import { fieldsIn, isSameJson } from '../../schema/index.ts';
import type { Content } from './content.ts';
import { type ConversionStep, conversionIfPossible } from './conversion-step.ts';
import { mergedContent, ValuePlace } from './merged-content.ts';

/**
 * The maximum number of trials; each converts the content there and back. Three fields at fault among a thousand take
 * 60.
 */
const mostAttempts = 100;

/**
 * Returns the content in the version that the step leads to. A kept field is restored if it was not edited since, and
 * if it doesn't contradict an edit.
 *
 * @throws the error of the author's callback for the content itself. Its errors for kept content are ignored.
 */
export function restoredContent(step: ConversionStep, content: Content, kept: Content): Content {
  const express = conversionIfPossible(() => step.back(kept));
  if (express !== undefined && isSameJson(express, content)) return kept;
  const plain = step.forth(content);
  const unedited = express && conversionIfPossible(() => step.forth(express));
  if (unedited === undefined) return plain;

  const schema = step.to.schema.content;
  const sides = { edited: plain, unedited, kept };
  const root = new ValuePlace();
  const mergedWith = (places: ReadonlySet<ValuePlace>) =>
    fieldsIn(mergedContent(sides, schema, (place) => places.has(place), root));
  const seenFromThere = conversionIfPossible(() => step.back(plain));
  const isConsistent = (places: ReadonlySet<ValuePlace>) => {
    const seen = conversionIfPossible(() => step.back(mergedWith(places)));
    return seen !== undefined && [content, seenFromThere].some((wanted) => wanted && isSameJson(seen, wanted));
  };

  const candidates: ValuePlace[] = [];
  mergedContent(sides, schema, (place) => candidates.push(place) > 0, root);
  return mergedWith(mostConsistentPlaces(candidates, isConsistent));
}

/**
 * Returns as many candidates as possible that are consistent together; takes few trials if few are at fault. Any user
 * may write kept content: if many candidates are at fault, those after the last trial are left out.
 */
function mostConsistentPlaces(
  candidates: readonly ValuePlace[],
  isConsistent: (places: ReadonlySet<ValuePlace>) => boolean,
): ReadonlySet<ValuePlace> {
  let attemptsLeft = mostAttempts;
  const attempt = (places: readonly ValuePlace[], given: ReadonlySet<ValuePlace>): ReadonlySet<ValuePlace> => {
    if (places.length === 0) return given;
    if (attemptsLeft === 0) return given;
    attemptsLeft -= 1;
    const all = new Set([...given, ...places]);
    if (isConsistent(all)) return all;
    if (places.length === 1) return given;
    const middle = places.length >> 1;
    return attempt(places.slice(middle), attempt(places.slice(0, middle), given));
  };
  return attempt(candidates, new Set());
}

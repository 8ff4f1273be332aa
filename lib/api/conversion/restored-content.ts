// In: the content of an object, what the object carries of itself in the version that it is converted to, and the
// author's callbacks.
// Out: its content in that version, with all that the content's own version can't express and that nobody has edited.
// Called by `convertObject` for each object that carries something.

import { type Content, fieldsOf, isSameContent } from './content.ts';
import { contentSchema } from './content-schema.ts';
import { attempted, type ConversionStep } from './conversion-step.ts';
import { merged, ValuePlace } from './merge.ts';

/** Each one converts the content there and back. Three fields at fault among a thousand take 60. */
const mostAttempts = 100;

/**
 * The content in the version that the step leads to. What was kept comes back where nobody has edited the field since,
 * and where it doesn't contradict what somebody did edit.
 *
 * @throws what the author's callback makes of the content itself. What it makes of kept content is never an error.
 */
export function restoredContent(step: ConversionStep, content: Content, kept: Content): Content {
  const express = attempted(() => step.back(kept));
  if (express !== undefined && isSameContent(express, content)) return kept;
  const plain = step.forth(content);
  const unedited = express && attempted(() => step.forth(express));
  if (unedited === undefined) return plain;

  const schema = contentSchema(step.to);
  const sides = { edited: plain, unedited, kept };
  const root = new ValuePlace();
  const mergedWith = (places: ReadonlySet<ValuePlace>) =>
    fieldsOf(merged(sides, schema, (place) => places.has(place), root));
  const seenFromThere = attempted(() => step.back(plain));
  const isConsistent = (places: ReadonlySet<ValuePlace>) => {
    const seen = attempted(() => step.back(mergedWith(places)));
    return seen !== undefined && [content, seenFromThere].some((wanted) => wanted && isSameContent(seen, wanted));
  };

  const candidates: ValuePlace[] = [];
  merged(sides, schema, (place) => candidates.push(place) > 0, root);
  return mergedWith(largestConsistent(candidates, isConsistent));
}

/**
 * As many as possible of the candidates that are consistent together; takes few attempts where few of them are at fault.
 * What is kept is text that any user may write: where many are at fault, those that are left after the last attempt stay away.
 */
function largestConsistent(
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

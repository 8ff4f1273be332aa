// In: a bundle. Out: the fields for which API servers refuse the objects of its installation, with their words. The
// module of built-in kinds decodes, defaults and validates the objects as an API server does.

import { builtInKind, isJsonObject } from '../../../../api/index.ts';
import {
  builtInSchema,
  type Cause,
  createdMetadataCauses,
  createdObjectCauses,
  DecodingError,
  exactFields,
  nameFormOf,
} from '../../../../built-in/index.ts';
import { type BundleContent, memoized } from '../../../content/index.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { allDryRunObjects, type DryRunObject } from '../../server/dry-run-object.ts';
import { serverFieldSegments } from '../../server/field-place.ts';

interface Reason {
  readonly id: string;
  readonly demand: string;
  /** The first words of the API server's message. */
  readonly title: string;
  /** The meaning of these words, before the rest of the message. */
  readonly words: string;
  readonly remedy: string;
}

const reasons: Readonly<Record<string, Reason>> = {
  FieldValueInvalid: {
    id: 'object-value',
    demand: 'The fields of built-in objects have values of the form that API servers demand.',
    title: 'Invalid value',
    words: 'API servers refuse the value',
    remedy: 'write a value that meets this condition',
  },
  FieldValueRequired: {
    id: 'object-required',
    demand: 'Built-in objects have the fields that API servers require.',
    title: 'Required value',
    words: 'API servers refuse the object without this field',
    remedy: 'write the field',
  },
  FieldValueForbidden: {
    id: 'object-forbidden',
    demand: 'Built-in objects have no fields that API servers forbid beside their other fields.',
    title: 'Forbidden',
    words: 'API servers refuse the field:',
    remedy: 'leave it out, or change the field that forbids it',
  },
  FieldValueNotSupported: {
    id: 'object-choice',
    demand: 'A field of a built-in object with a fixed set of values has one of them.',
    title: 'Unsupported value',
    words: 'API servers refuse the value',
    remedy: 'write one of the supported values',
  },
  FieldValueTooLong: {
    id: 'object-length',
    demand: 'Built-in objects are no longer than API servers allow: 256 KiB of annotations, 1 MiB of data.',
    title: 'Too long',
    words: 'API servers refuse it:',
    remedy: 'shorten it; examples and descriptions are often the longest',
  },
  FieldValueDuplicate: {
    id: 'object-duplicate',
    demand: 'The items of a list in a built-in object differ where API servers compare them.',
    title: 'Duplicate value',
    words: 'another item has the same value, and API servers refuse it:',
    remedy: 'give each item a value of its own',
  },
  FieldValueNotFound: {
    id: 'object-reference',
    demand: 'A built-in object refers only to parts that it has.',
    title: 'Not found',
    words: 'API servers refuse a reference to a part that the object lacks:',
    remedy: 'write the name of an existing part, or add the part',
  },
};

/** Rules of API servers for the objects of an installation, one for each reason of a refusal. */
export const refusedObjectRules: readonly BundleRule[] = Object.entries(reasons).map(
  ([reason, { id, demand, title, words, remedy }]): BundleRule => ({
    id,
    demand,
    rejection: { by: 'API server', message: title },
    *check(bundle) {
      for (const { place, cause, causes } of refusedFields(bundle)) {
        if (cause.reason !== reason) continue;
        // Structs are shown as Go has them, and left out here.
        const detail = cause.message.slice(title.length).replace(/^: (?:\[?\{"[A-Z].*\}\]?(?=: ))?/, '');
        const link = detail.startsWith(':') ? '' : detail === '' || !words.endsWith('field') ? ' ' : ': ';
        yield {
          place,
          cause: causes,
          what: `${words}${link}${detail}`.trimEnd(),
          remedy,
          rejection: { by: 'API server', message: `${cause.field ?? ''}: ${title}` },
        };
      }
    },
  }),
);

/** The ids of these rules. */
export const refusedObjectRuleIds: ReadonlySet<string> = new Set(refusedObjectRules.map(({ id }) => id));

/** The end of a message → the fields of which the refusal is a consequence, if they are wrong themselves. */
const consequences: readonly (readonly [message: string, fields: readonly string[]])[] = [
  ['`selector` does not match template `labels`', ['spec.selector']],
  ['must be spec.names.plural+"."+spec.group', ['spec.names.plural', 'spec.group']],
];

/**
 * Returns the first cause at each place, with the fields whose mistake it may follow from: one mistake gives one
 * finding. The parts of an invalid selector have causes of their own.
 */
const refusedFields = memoized((bundle: BundleContent) => {
  const all = allDryRunObjects(bundle, 'default').flatMap((installed) =>
    objectCausesOf(installed, bundle)
      .filter((cause) => !dependsOnCluster(cause) && !cause.message.endsWith(': invalid label selector'))
      .map((cause) => ({
        place: installed.placeOf(serverFieldSegments(cause.field ?? '')),
        cause,
        causes: consequences
          .flatMap(([end, fields]) => (cause.message.endsWith(end) ? fields : []))
          .map((field) => installed.placeOf(serverFieldSegments(field))),
      })),
  );
  const first = new Map(all.toReversed().map((each) => [`${each.place.file} ${each.place.path}`, each]));
  return [...first.values()].toReversed();
});

/** Objects with fields of wrong types have none: the rules about types report the fields. */
function objectCausesOf({ kind, object, isExample, place }: DryRunObject, bundle: BundleContent): readonly Cause[] {
  if (isExample || !isJsonObject(object)) return [];
  try {
    if (builtInKind(kind) !== undefined) {
      const isOfServiceVersion = place.file === bundle.clusterServiceVersion.file;
      const named = isOfServiceVersion ? exactFields(builtInSchema(kind), object) : object;
      return isJsonObject(named) ? createdObjectCauses(kind, named) : [];
    }
    return [
      ...createdMetadataCauses(object, { isNamespaced: kind.scope === 'Namespaced', nameForm: nameFormOf(kind) }),
    ];
  } catch (error) {
    if (error instanceof DecodingError) return [];
    throw error;
  }
}

/** The range of node ports is an option of each cluster, and so are tolerations that compare. */
function dependsOnCluster({ message }: Cause): boolean {
  return /The range of valid ports is|^Unsupported value: "(?:Gt|Lt)": supported values: "Equal", "Exists"$/.test(
    message,
  );
}

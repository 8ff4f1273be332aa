import type { CachedReference } from '../../api/index.ts';

/** The kind of an entry in a list of kinds. The entry is the kind itself, or an object with the kind and settings. */
export type KindOfEntry<Entry> = Entry extends { readonly kind: infer Kind extends CachedReference } ? Kind : Entry;

/**
 * Entries with the settings of `Known` and no others: TypeScript doesn't check for unknown fields in a type that it
 * infers.
 */
export type ExactEntries<Entries extends readonly unknown[], Known> = number extends Entries['length']
  ? unknown
  : {
      readonly [Index in keyof Entries]: Entries[Index] extends CachedReference
        ? unknown
        : Readonly<Partial<Record<Exclude<keyof Entries[Index], keyof Known>, UnknownSetting>>>;
    };

interface UnknownSetting {
  readonly 'there is no such setting': never;
}

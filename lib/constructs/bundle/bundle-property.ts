import type { JsonValue } from '../../api/index.ts';

/** Something that resolvers and catalogs are told of a bundle. */
export interface BundleProperty {
  /** Who reads it and what it is, such as `example.com.edition`. What follows from the bundle itself isn't to be told here. */
  readonly type: string;
  readonly value: JsonValue;
}

import type { JsonValue } from '../../api/index.ts';

/** A property of a bundle that resolvers and catalogs read. */
export interface BundleProperty {
  /**
   * The reader and meaning of the property, such as `example.com.edition`. Properties that follow from the bundle
   * itself don't belong here.
   */
  readonly type: string;
  readonly value: JsonValue;
}

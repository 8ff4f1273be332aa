import type { Layer, Platform } from '../../oci/index.ts';

/** The base of a program's image, for one platform. */
export interface ImageBase {
  readonly platform: Platform;
  readonly layers: readonly Layer[];
  /** The command that starts Node. */
  readonly node: string;
  readonly env: Readonly<Record<string, string>>;
  /** The labels of the base. */
  readonly labels: Readonly<Record<string, string>>;
}

import type { Layer, Platform } from '../../oci/index.ts';

/** What is below a program in its image, on one platform. */
export interface ImageBase {
  readonly platform: Platform;
  readonly layers: readonly Layer[];
  /** How Node is started there. */
  readonly node: string;
  readonly env: Readonly<Record<string, string>>;
  /** What is said of it. */
  readonly labels: Readonly<Record<string, string>>;
}

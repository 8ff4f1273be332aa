import type { Audience } from './audience.ts';

/**
 * A tool that a bundle or a catalog passes on its way into a cluster, and that can reject it: `operator-sdk` by `bundle
 * validate`, `opm` by `render` and `validate`, `OLM` and `OLM v1` when they install it, the `API server` and the `kubelet` when
 * they get what OLM makes of it, and the `catalog pipeline` of the public catalogs.
 */
export type RejectingTool = 'operator-sdk' | 'opm' | 'OLM' | 'OLM v1' | 'API server' | 'kubelet' | 'catalog pipeline';

/** The tool that rejects a bundle or a catalog, and its message. Without one a finding is a warning. */
export interface Rejection {
  readonly by: RejectingTool;
  /** An excerpt by which the message is found in the tool's output; `…` stands for values. */
  readonly message: string;
}

/** A rejection that concerns some audiences alone: to others the finding is a warning. */
export interface StrictRejection extends Rejection {
  readonly audiences: readonly Audience[];
}

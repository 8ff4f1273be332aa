/**
 * A tool that can reject a bundle or a catalog on its way into a cluster. `operator-sdk` rejects in `bundle validate`;
 * `opm` in `render` and `validate`; `OLM` and `OLM v1` at installation. The `API server` and the `kubelet` reject the
 * objects that OLM creates, the `catalog pipeline` entries of the public catalogs.
 */
export type RejectingTool = 'operator-sdk' | 'opm' | 'OLM' | 'OLM v1' | 'API server' | 'kubelet' | 'catalog pipeline';

/** The tool that rejects a bundle or a catalog, and its message. Without one a finding is a warning. */
export interface Rejection {
  readonly by: RejectingTool;
  /** An excerpt of the tool's message to search for in its output; `…` stands for values. */
  readonly message: string;
}

/** A rejection that concerns only some audiences: for others the finding is a warning. */
export interface StrictRejection extends Rejection {
  readonly audiences: readonly Audience[];
}

/** `error`: a tool rejects it, which the finding names. `warning`: every tool accepts it, but it should be improved. */
export type Severity = 'error' | 'warning';

/**
 * Returns a rejection by `opm alpha bundle validate --optional-validators=bundle-objects`, which guards OpenShift
 * clusters.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/validation/internal/object.go
 */
export function byObjectValidator(message: string): StrictRejection {
  return { audiences: ['openshift'], by: 'opm', message };
}

/**
 * The recipients of a bundle: `olm`, the Operator Lifecycle Manager of most clusters; `olm-v1`, its successor;
 * `community`, the pipelines of the public catalogs; `openshift`, those and OpenShift's console.
 */
export type Audience = (typeof audiences)[number];

/** All of them. */
export const audiences = ['olm', 'olm-v1', 'community', 'openshift'] as const;

/** The audiences whose bundles go through the pipelines of the public catalogs. */
export const publicCatalogs: readonly Audience[] = ['community', 'openshift'];

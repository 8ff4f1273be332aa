import { brandedError } from '../../error/index.ts';
import { lastLines } from '../toolchain/toolchain-error.ts';

/** Properties of a {@link ComponentError}. */
export interface ComponentErrorProps {
  readonly code: ComponentError['code'];
  readonly component: string;
  /** The failure, without the component's name. */
  readonly problem: string;
  /** The remedy. */
  readonly remedy: string;
  /** The component's log. */
  readonly log: string;
}

/**
 * A process of the control plane or of a node ended by itself or didn't become ready. The control plane and its cluster
 * can't be used any more. The message ends with the last lines of the component's log.
 *
 * @example
 * try {
 *   await controlPlane.stop();
 * } catch (error) {
 *   if (ComponentError.is(error)) console.error(error.component); // 'kube-apiserver'
 * }
 */
export class ComponentError extends brandedError('ComponentError') {
  readonly code: 'component-ended' | 'component-not-ready';
  /** For example `kube-apiserver`, or `node-1-kubelet`. */
  readonly component: string;

  constructor({ code, component, problem, remedy, log }: ComponentErrorProps) {
    super(`${component} ${problem}: ${remedy}; the end of its log:\n${lastLines(log)}`);
    this.code = code;
    this.component = component;
  }
}

import { lastLines } from '../toolchain/last-lines.ts';

const brand = Symbol.for('operand.ComponentError');

/** What a {@link ComponentError} says. */
export interface ComponentErrorProps {
  readonly code: ComponentError['code'];
  readonly component: string;
  /** What happened, without the component's name. */
  readonly problem: string;
  /** What to do. */
  readonly remedy: string;
  /** The component's log. */
  readonly log: string;
}

/**
 * A process of the control plane, or of a node, ended by itself or didn't become ready.
 * The control plane and its cluster can't be used any more; its message ends with the last lines of the component's log.
 */
export class ComponentError extends Error {
  override readonly name = 'ComponentError';
  readonly code: 'component-ended' | 'component-not-ready';
  /** Such as `kube-apiserver`, or `node-1-kubelet`. */
  readonly component: string;
  readonly [brand] = true;

  constructor({ code, component, problem, remedy, log }: ComponentErrorProps) {
    super(`${component} ${problem}: ${remedy}; its last words:\n${lastLines(log)}`);
    this.code = code;
    this.component = component;
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is ComponentError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}

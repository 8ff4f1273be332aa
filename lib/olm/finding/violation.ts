import type { Place } from '../content/index.ts';
import type { Rejection, StrictRejection } from './rejection.ts';

/** A place where a bundle or a catalog violates a rule. */
export interface Violation {
  readonly place: Pick<Place, 'file' | 'path'>;
  /** The problem, with the relevant values: `no Deployment of the bundle is called db-manager`. */
  readonly what: string;
  /** The correction: `name one of db-controller-manager`. */
  readonly remedy: string;
  /** Marks a violation that no tool rejects at this place, although the rule names one. */
  readonly severity?: 'warning';
  /** The tool that rejects it at this place. @default the rule's */
  readonly rejection?: Rejection;
  /** The tool that rejects it at this place for some audiences. @default the rule's */
  readonly strict?: StrictRejection;
  /** The possible causes: the violation is not reported if another rule is violated at one of them. @default none */
  readonly cause?: Pick<Place, 'file' | 'path'> | readonly Pick<Place, 'file' | 'path'>[];
  /** The consequence: a violation at that place is not reported, but makes this one an error. @default none */
  readonly effect?: Pick<Place, 'file' | 'path'>;
}

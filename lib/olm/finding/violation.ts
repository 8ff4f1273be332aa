import type { Place } from '../content/index.ts';
import type { Rejection, StrictRejection } from './rejection.ts';

/** A place at which a bundle or a catalog breaks a rule. */
export interface Violation {
  readonly place: Pick<Place, 'file' | 'path'>;
  /** What is wrong, with the values that matter: `no Deployment of the bundle is called db-manager`. */
  readonly what: string;
  /** What to do about it: `name one of db-controller-manager`. */
  readonly remedy: string;
  /** That no tool rejects it at this place, although the rule names one. */
  readonly severity?: 'warning';
  /** The tool that rejects it at this place. @default the rule's */
  readonly rejection?: Rejection;
  /** The tool that rejects it at this place for some audiences. @default the rule's */
  readonly strict?: StrictRejection;
  /** Where it may come from: nothing is told of it if another rule is broken there. @default from nowhere else */
  readonly cause?: Pick<Place, 'file' | 'path'>;
  /** What follows from it: nothing else is told of that place. @default nothing */
  readonly effect?: Pick<Place, 'file' | 'path'>;
}

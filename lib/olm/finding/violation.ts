import type { Place } from '../content/index.ts';
import type { Severity } from './severity.ts';

/** A place at which a bundle or a catalog breaks a rule. */
export interface Violation {
  readonly place: Pick<Place, 'file' | 'path'>;
  /** What is wrong, with the values that matter: `no Deployment of the bundle is called db-manager`. */
  readonly what: string;
  /** What to do about it: `name one of db-controller-manager`. */
  readonly remedy: string;
  /** @default the rule's */
  readonly severity?: Severity;
  /** Where it may come from: nothing is told of it if another rule is broken there. @default from nowhere else */
  readonly cause?: Pick<Place, 'file' | 'path'>;
  /** What follows from it: nothing else is told of that place. @default nothing */
  readonly effect?: Pick<Place, 'file' | 'path'>;
}

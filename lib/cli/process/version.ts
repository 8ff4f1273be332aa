import type { App } from 'cdk8s';
import { Operator } from '../../constructs/index.ts';
import { libraryVersion } from './library-version.ts';

/** What an app is made of, one line each: its operators, and the library. */
export function versionLines(app: App): string[] {
  const operators = Operator.in(app).map(({ name, props }) => `${name} ${props.version}`);
  return [...operators, `operand ${libraryVersion}`];
}

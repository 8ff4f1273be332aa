import type { App } from 'cdk8s';
import { Operator } from '../../constructs/index.ts';
import { libraryVersion } from './library-version.ts';

/** Returns the versions of an app's operators and of the library, one line each. */
export function versionLines(app: App): string[] {
  const operators = Operator.in(app).map(({ name, props }) => `${name} ${props.version}`);
  return [...operators, `operand ${libraryVersion}`];
}

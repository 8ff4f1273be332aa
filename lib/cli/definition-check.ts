import type { App } from 'cdk8s';
import { Failure } from './failure.ts';

/**
 * Throws if the definition of an app has problems.
 *
 * @throws Failure with all findings, each with the path of its construct.
 */
export function assertDefinition(app: App): void {
  const findings = app.node
    .findAll()
    .flatMap((construct) => construct.node.validate().map((finding) => `  [${construct.node.path}] ${finding}`));
  if (findings.length > 0) throw new Failure(`the definition has problems:\n${findings.join('\n')}`);
}

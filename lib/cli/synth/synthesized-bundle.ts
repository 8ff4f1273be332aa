// In: an operator of the app. Out: the files of its bundle, judged as any other bundle is.
// Called by `synth`, before anything is written.

import { readFileSync } from 'node:fs';
import type { Operator } from '../../constructs/index.ts';
import { bundle, bundleFiles, constructPaths, manifestFiles } from '../../olm/bundle/index.ts';
import { BundleContent } from '../../olm/content/index.ts';
import { validate } from '../../olm/validation/index.ts';
import { Failure } from '../failure.ts';
import { sourceDate } from '../image/source-date.ts';
import { definitionRemedy } from './definition-remedy.ts';

/** A bundle that can be published. */
export interface SynthesizedBundle {
  /** Path → text. */
  readonly files: ReadonlyMap<string, string>;
  /** What they hold. */
  readonly content: BundleContent;
  /** What could be better about it: a line each, with the path of the construct. */
  readonly warnings: readonly string[];
}

/**
 * The bundle of an operator, with the files that its definition names and the time in the environment.
 *
 * @param replaces - the name of the release before it, unless its definition says. @default none
 * @throws BundleError if anything of the operator can't be expressed.
 * @throws Failure if a file can't be read, or if what has been made would be refused somewhere.
 */
export function synthesizedBundle(operator: Operator, replaces?: string): SynthesizedBundle {
  const made = bundle(operator, { createdAt: sourceDate(process.env), icon: iconOf(operator), replaces });
  const files = bundleFiles(made);
  const pathOf = constructPaths(operator);
  const manifests = manifestFiles(made.manifests);

  const bytes = new TextEncoder();
  const content = new BundleContent(new Map([...files].map(([path, text]) => [path, bytes.encode(text)])));
  const found = validate(content).map(({ severity, file, path, what, remedy, rule }) => {
    const place = path === '' ? file : `${file} ${path}`;
    const line = `[${pathOf(manifests.get(file))}] ${place}: ${what}; ${definitionRemedy(rule, remedy)} (${rule})`;
    return { severity, line };
  });
  const errors = found.filter(({ severity }) => severity === 'error').map(({ line }) => `  ${line}`);
  if (errors.length > 0) throw new Failure(`the bundle of ${operator.name} would be refused:\n${errors.join('\n')}`);
  return { files, content, warnings: found.map(({ line }) => line) };
}

function iconOf({ props, node }: Operator): Uint8Array | undefined {
  const named = props.bundle?.icon;
  if (!(named instanceof URL)) return undefined;
  try {
    return readFileSync(named);
  } catch (error) {
    throw new Failure(`[${node.path}] bundle.icon ${named.href} can't be read: name a file that is there`, {
      cause: error,
    });
  }
}

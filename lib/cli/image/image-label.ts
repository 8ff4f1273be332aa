import type { App } from 'cdk8s';
import { Operator } from '../../constructs/index.ts';
import { Failure } from '../failure.ts';

const prefix = 'org.opencontainers.image';

/**
 * Returns the labels of an app's image from the definition of its operator, if it has only one.
 *
 * @see https://github.com/opencontainers/image-spec/blob/main/annotations.md
 */
export function definitionLabels(app: App): Readonly<Record<string, string>> {
  const [operator, ...others] = Operator.in(app);
  if (operator === undefined || others.length > 0) return {};
  const { name, props } = operator;
  const said = {
    title: name,
    version: props.version,
    description: props.bundle?.summary ?? props.bundle?.displayName,
    vendor: props.bundle?.provider.name,
    source: props.bundle?.repository,
  };
  return Object.fromEntries(
    Object.entries(said).flatMap(([word, text]): [string, string][] =>
      text === undefined ? [] : [[`${prefix}.${word}`, text]],
    ),
  );
}

/** Parses labels of the command line, each as `name=value`. @throws Failure naming one that isn't valid. */
export function parseLabels(texts: readonly string[]): Readonly<Record<string, string>> {
  const pairs = texts.map((text): [string, string] => {
    const equals = text.indexOf('=');
    if (equals > 0) return [text.slice(0, equals), text.slice(equals + 1)];
    throw new Failure(`'${text}' is not a label: write it as ${prefix}.revision=1a2b3c`);
  });
  return Object.fromEntries(pairs);
}

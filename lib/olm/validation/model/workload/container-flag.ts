import type { Place } from '../../../content/index.ts';

/** A flag in the command or the arguments of a container. */
export interface ContainerFlag {
  /** With its hyphens, such as `--cert-dir`. */
  readonly name: string;
  /** Its value, in the same word or in the next one. */
  readonly value: Place;
}

/** Returns the words of a container's command and arguments. */
export function commandWords(container: Place): readonly Place[] {
  return [...container.at('command').items, ...container.at('args').items];
}

/** Returns the flags of a container that have a value: `--cert-dir=/certs`, or `--cert-dir` before `/certs`. */
export function containerFlags(container: Place): readonly ContainerFlag[] {
  const words = commandWords(container);
  return words.flatMap((word, index) => {
    const [name = '', text] = word.text?.split(/=(.*)/s) ?? [];
    const value = text === undefined ? words[index + 1] : word.with(text);
    return name.startsWith('-') && value !== undefined ? [{ name, value }] : [];
  });
}

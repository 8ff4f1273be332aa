import { codeFence } from './markdown/block.ts';
import { inlineText } from './markdown/inline.ts';

/** An example object of a kind. */
export interface Example {
  readonly apiVersion: string;
  /** The title if there are several, as plain text. @default its name in the cluster */
  readonly title: string;
  /** The object in YAML. */
  readonly text: string;
}

/** Returns the shortest example, which is shown first. */
export function smallestExample(examples: readonly Example[]): Example | undefined {
  return examples.toSorted((one, other) => exampleLineCount(one) - exampleLineCount(other))[0];
}

/** Returns examples with their titles: blocks of Markdown. */
export function exampleBlocks(examples: readonly Example[]): string[] {
  return examples.flatMap(({ title, text }) => [`**${inlineText(title)}**`, codeFence(text, 'yaml')]);
}

function exampleLineCount({ text }: Example): number {
  return text.split('\n').length;
}

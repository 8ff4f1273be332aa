import { fence } from './markdown/fence.ts';
import { inlineText } from './markdown/inline.ts';

/** An object of a kind that shows how it is used. */
export interface Example {
  readonly apiVersion: string;
  /** What it is called where there are several; Markdown is none. @default its name in the cluster */
  readonly title: string;
  /** The object in YAML. */
  readonly text: string;
}

/** The one that is read first, since there is least to read. */
export function smallestExample(examples: readonly Example[]): Example | undefined {
  return examples.toSorted((one, other) => lineCount(one) - lineCount(other))[0];
}

/** Examples with their titles: blocks of Markdown. */
export function exampleBlocks(examples: readonly Example[]): string[] {
  return examples.flatMap(({ title, text }) => [`**${inlineText(title)}**`, fence(text, 'yaml')]);
}

function lineCount({ text }: Example): number {
  return text.split('\n').length;
}

import { type DocumentProblem, parsedYaml } from '../../yaml/index.ts';
import { Place } from './place.ts';

/** One document of a file. */
export interface Document {
  /** The root value; absent if the document can't be read. */
  readonly root: Place;
  /** The problems that readers have with the document. */
  readonly problems: readonly DocumentProblem[];
}

/**
 * Returns the documents of a file of a bundle or a catalog, in YAML or JSON, without empty ones, parsed as Kubernetes'
 * own readers do.
 *
 * @example
 * const [first] = documents('metadata/annotations.yaml', Buffer.from('annotations: { generated: yes }'));
 * first?.root.at('annotations', 'generated').value; // true: `yes` is a boolean in YAML 1.1
 */
export function documents(file: string, bytes: Uint8Array): readonly Document[] {
  return parsedYaml(bytes).map(({ value, problems }) => ({ root: new Place(file, value), problems }));
}

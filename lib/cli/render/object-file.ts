import { readFile } from 'node:fs/promises';
import type { KubernetesObject } from '../../api/index.ts';
import { fieldsIn } from '../../schema/index.ts';
import { parsedYaml } from '../../yaml/index.ts';
import { Failure, failWith } from '../failure.ts';

/** An object, and its place for messages, such as `sample.yaml, document 2`. */
export interface FileObject {
  readonly place: string;
  readonly object: KubernetesObject;
}

/** Returns the objects of a YAML or JSON file. @throws Failure that names the file, the path and the remedy. */
export async function objectsOfFile(file: string): Promise<readonly FileObject[]> {
  const content = await readFile(file).catch(failWith(`${file} can't be read: name a file with custom resources`));
  const documents = parsedYaml(content);
  return documents.map(({ value, problems }, index) => {
    const place = documents.length === 1 ? file : `${file}, document ${index + 1}`;
    const [problem] = problems;
    if (problem !== undefined) throw new Failure(`${place}: ${problem.what}: correct the YAML`);
    return { place, object: kubernetesObject(value, place) };
  });
}

function kubernetesObject(value: unknown, place: string): KubernetesObject {
  const { apiVersion, kind, metadata, ...fields } = fieldsIn(value);
  const { name, ...others } = fieldsIn(metadata);
  const missing = Object.entries({ apiVersion, kind, 'metadata.name': name }).find(
    ([, text]) => typeof text !== 'string',
  );
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof name !== 'string')
    throw new Failure(`${place}: ${missing?.[0]}: is not text: write a manifest as \`kubectl apply\` takes it`);
  return { apiVersion, kind, metadata: { ...others, name }, ...fields };
}

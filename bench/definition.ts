import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const operator = fileURLToPath(new URL('operator/', import.meta.url));

/** Writes operator/crd.yaml from the definition of the resource. */
export async function writeDefinition(): Promise<void> {
  await writeFile(join(operator, 'crd.yaml'), await definitionText());
}

/** Returns the text of the CustomResourceDefinition, as `synth` of the operator writes it. */
export async function definitionText(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'operand-bench-'));
  try {
    const program = join(operator, 'main.ts');
    await promisify(execFile)(process.execPath, [program, 'synth', '-o', directory, '-b', directory]);
    const documents = (await readFile(join(directory, 'bench-operator.k8s.yaml'), 'utf8')).split(/^---\n/m);
    const definition = documents.find((text) => /^kind: CustomResourceDefinition$/m.test(text));
    if (definition === undefined) throw new Error('the operator has synthesized no definition');
    return definition;
  } finally {
    await rm(directory, { recursive: true });
  }
}

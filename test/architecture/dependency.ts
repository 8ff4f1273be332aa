import { isBuiltin } from 'node:module';
import type { Rule, SourceFile } from './source-file.ts';

/** The library never imports a cdk8s-plus, whose name contains a version of Kubernetes. */
export const noCdk8sPlus: Rule = (files) =>
  packagesOf(files)
    .filter(({ name }) => name.startsWith('cdk8s-plus'))
    .map(({ name, where }) => `${where}: the library must not import ${name}`);

/** YAML is read and written in one module, so that every file is read as Kubernetes' readers do. */
export const oneYamlReader: Rule = (files) =>
  packagesOf(files)
    .filter(({ name, where }) => ['yaml', 'js-yaml'].includes(name) && !where.startsWith('lib/yaml/'))
    .map(({ name, where }) => `${where}: only lib/yaml imports ${name}: call its parsedYaml and yamlDocument`);

/** The library imports the packages that its manifest declares, and declares those that it imports. */
export function declaredDependencies(declared: readonly string[]): Rule {
  return (files) => {
    const used = packagesOf(files);
    return [
      ...used
        .filter(({ name }) => !declared.includes(name))
        .map(({ name, where }) => `${where}: ${name} is not among the dependencies in lib/package.json`),
      ...declared
        .filter((dependency) => !used.some(({ name }) => name === dependency))
        .map((dependency) => `lib/package.json: nothing in the library imports ${dependency}`),
    ];
  };
}

function packagesOf(files: readonly SourceFile[]): { readonly name: string; readonly where: string }[] {
  return files
    .filter(({ path }) => path.startsWith('lib/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => !specifier.startsWith('.') && !isBuiltin(specifier))
        .map(({ specifier, line }) => ({
          name: specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'),
          where: `${path}:${line}`,
        })),
    );
}

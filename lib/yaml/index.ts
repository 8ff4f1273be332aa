// YAML, read as Kubernetes' own readers do, and written so that every reader sees the same

export { deepestNesting, nestingProblem } from './nesting.ts';
export type { DocumentProblem } from './parsed-document.ts';
export { parsedYaml } from './parsed-yaml.ts';
export { repeatedFields } from './repeated-field.ts';
export { yamlDocument, yamlStream } from './written-yaml.ts';

// In: the project in the working directory, and a kind. Out: the code of this kind in the project. Called by
// `operand create api`.

import { compareVersions } from '../../constructs/index.ts';
import { fileName } from '../../import/index.ts';
import { Failure } from '../failure.ts';
import { readJsonFields } from '../json-file.ts';
import { printText } from '../terminal/output.ts';
import { groupFinding, kindFinding, versionFinding } from './name-finding.ts';
import { versionClasses } from './newer-version.ts';
import { ProjectDirectory } from './project-directory.ts';
import { answerTo } from './question.ts';
import { type TemplateFile, templateFile } from './template-file.ts';
import { type ApiName, apiNames, type TemplateNames } from './template-name.ts';

/** The kinds of webhooks, and the last word of their classes and files. */
const webhookParts = { validating: 'Rules', mutating: 'Defaults' } as const;

/** The options of `create api`. */
export interface CreateApiOptions extends Partial<ApiName> {
  readonly webhook?: readonly (keyof typeof webhookParts)[];
  /** The manifests that a new kind consists of: a file, or `-` for the standard input. @default those of the template */
  readonly manifests?: string;
}

/**
 * Adds a kind to the project in the working directory, or a version of a kind that it has, and webhooks for it.
 *
 * @throws Failure if a name is missing or not valid, if the directory has no project, if manifests can't become children, or
 *   if an edited file has no place for a line.
 */
export async function executeCreateApi({ webhook = [], manifests, ...options }: CreateApiOptions): Promise<void> {
  const project = new ProjectDirectory('.');
  const operator = await operatorNames(project);
  const api = await apiName(options, operator);
  const stored = await storedVersion(project, api.kind);
  if (stored === undefined) await assertOwnFile(project, api);
  else await assertSameGroup(project, api, stored);
  const names = { ...operator, ...apiNames(api, stored ?? api.version) };
  const isFirst = stored === undefined || stored === api.version;
  const children = `children/${fileName(api.kind)}.ts`;
  if (!isFirst && manifests !== undefined)
    throw new Failure(`--manifests is for a new kind, and ${api.kind} has version ${stored}: edit ${children}`);

  if (isFirst) {
    const files = manifests === undefined ? kindFiles(names) : manifestFiles(manifests, api, operator);
    await addKind(project, names, await files);
  } else if ((await project.readText(classFile(api))) === undefined) await addVersion(project, api, stored, names);
  for (const type of new Set(webhook)) await addWebhook(project, webhookParts[type], names);
  project.assertComplete();
}

async function apiName(options: Partial<ApiName>, { TemplateOperator }: OperatorNames): Promise<ApiName> {
  const group = await answerTo(options.group, {
    option: '--group',
    meaning: 'the group of the kind without its domain, such as cache',
    finding: groupFinding,
  });
  const version = await answerTo(options.version, {
    option: '--version',
    meaning: 'the version of the kind',
    fallback: 'v1alpha1',
    finding: versionFinding,
  });
  const kind = await answerTo(options.kind, {
    option: '--kind',
    meaning: 'the kind, in CamelCase, such as Memcached',
    finding: (name) =>
      name === TemplateOperator
        ? 'the class of the operator has this name: name the kind after its resources, such as Memcached'
        : kindFinding(name),
  });
  return { group: group.includes('.') ? group : `${group}.${await projectDomain()}`, version, kind };
}

async function projectDomain(): Promise<string> {
  const { operand } = (await readJsonFields('package.json')) ?? {};
  const domain = typeof operand === 'object' && operand !== null && 'domain' in operand ? operand.domain : undefined;
  if (typeof domain === 'string') return domain;
  throw new Failure('package.json has no domain for groups: name a whole group, such as cache.example.com');
}

/** The names that replace those of the template's operator. */
interface OperatorNames extends TemplateNames {
  readonly 'template-operator': string;
  readonly TemplateOperator: string;
}

/** @throws Failure if the directory has no project. */
async function operatorNames(project: ProjectDirectory): Promise<OperatorNames> {
  const name = (await readJsonFields('package.json'))?.name;
  const operatorClass = /^export class (\w+) extends Operator\b/m.exec(
    (await project.readText('operator.ts')) ?? '',
  )?.[1];
  if (typeof name !== 'string' || operatorClass === undefined) {
    throw new Failure('there is no project with package.json and operator.ts here: `operand init` creates one');
  }
  return { 'template-operator': name.replace(/^@.*\//, ''), TemplateOperator: operatorClass };
}

const storedKinds = 'api/index.ts';

/** Returns the version of a kind whose class `api/index.ts` exports; undefined for a new kind. */
async function storedVersion(project: ProjectDirectory, kind: string): Promise<string | undefined> {
  return storedExport(kind).exec((await project.readText(storedKinds)) ?? '')?.groups?.version;
}

function storedExport(kind: string): RegExp {
  return new RegExp(`(?<=\\{\\s*${kind}\\s*\\} from ['"]\\./)(?<version>\\w+)(?=/${fileName(kind)}\\.ts['"])`);
}

function classFile({ version, kind }: Pick<ApiName, 'version' | 'kind'>): string {
  return `api/${version}/${fileName(kind)}.ts`;
}

/** @throws Failure if a kind of another case has the files of a new one: those of `REDIS` and `Redis` are the same. */
async function assertOwnFile(project: ProjectDirectory, { kind }: ApiName): Promise<void> {
  const file = `${fileName(kind)}.ts`;
  const other = new RegExp(`\\{\\s*(\\w+)\\s*\\} from ['"]\\./\\w+/${file}['"]`).exec(
    (await project.readText(storedKinds)) ?? '',
  )?.[1];
  if (other !== undefined)
    throw new Failure(`${kind} would have the files of ${other}, which are called ${file}: choose another kind`);
}

async function assertSameGroup(project: ProjectDirectory, { kind, group }: ApiName, version: string): Promise<void> {
  const text = (await project.readText(classFile({ version, kind }))) ?? '';
  const found = /\bgroup: ['"]([^'"]+)['"]/.exec(text)?.[1] ?? group;
  if (found !== group)
    throw new Failure(`${kind} is a kind of ${found} here: pass --group ${found}, or choose another kind`);
}

/** Returns the modules of a kind with the children of the template. */
function kindFiles(names: TemplateNames): Promise<readonly TemplateFile[]> {
  const files = [
    'api/v1alpha1/specimen.ts',
    'children/specimen.ts',
    'controllers/specimen.ts',
    'test/specimen.test.ts',
  ];
  return Promise.all(files.map((path) => templateFile(path, names)));
}

/** Returns the modules of a kind that consists of manifests, and prints those that it leaves out. */
async function manifestFiles(source: string, api: ApiName, names: OperatorNames): Promise<readonly TemplateFile[]> {
  // Loaded on demand: the schemas of built-in kinds are large.
  const { readManifests } = await import('./manifest-child.ts');
  const { manifestKindFiles } = await import('./manifest-kind.ts');
  const { children, omissions } = await readManifests(source);
  for (const omission of omissions) printText(`left out ${omission}\n`);
  const operator = { name: names['template-operator'], className: names.TemplateOperator };
  return manifestKindFiles({ ...api, operator }, children);
}

async function addKind(project: ProjectDirectory, names: TemplateNames, files: readonly TemplateFile[]): Promise<void> {
  for (const file of files) await project.createFile(file);
  const isOfKind = (line: string) => /\bSpecimen(?:Children|Controller)?\b/.test(line);
  for (const path of [storedKinds, 'index.ts', 'operator.ts']) {
    await project.addLines(await templateFile(path, names, isOfKind));
  }
}

/**
 * Adds a version as an author does: a copy of the stored version's class, with the conversions between the two, and the
 * list of the older versions, which moves there.
 */
async function addVersion(
  project: ProjectDirectory,
  api: ApiName,
  stored: string,
  names: TemplateNames,
): Promise<void> {
  const { version, kind } = api;
  const path = classFile({ version: stored, kind });
  const text = (await project.readText(path)) ?? '';
  if (compareVersions(version, stored) > 0)
    throw new Failure(`${version} is older than ${stored}, which is stored: add a newer one`);
  const { lines } = await templateFile('api/v1beta1/specimen.ts', names, (line) => line.includes('SpecimenV1Alpha1'));
  const [importLine = '', versionsLine = ''] = lines;
  const classes = versionClasses(text, { version, importLine, versionsLine });
  if (classes === undefined) {
    const form = `\`version: '${stored}',\` and \`versions: [\` … \`],\` as the first and last words of lines`;
    throw new Failure(`${path} has another form than expected: write ${form}`);
  }
  await project.createFile({ path: classFile(api), lines: classes.newer.split('\n') });
  if (classes.older !== text) await project.replaceText(path, classes.older);
  await project.createFile(await templateFile('test/specimen-conversion.test.ts', names));
  const kinds = (await project.readText(storedKinds)) ?? '';
  await project.replaceText(storedKinds, kinds.replace(storedExport(kind), version));
}

async function addWebhook(project: ProjectDirectory, part: 'Rules' | 'Defaults', names: TemplateNames): Promise<void> {
  const file = `specimen-${part.toLowerCase()}`;
  await project.createFile(await templateFile(`webhooks/${file}.ts`, names));
  await project.createFile(await templateFile(`test/${file}.test.ts`, names));
  await project.addLines(await templateFile('operator.ts', names, (line) => line.includes(`Specimen${part}`)));
}

// In: a directory, and names. Out: a project for an operator in it, without a kind. Called by `operand init`, and by the
// package `create-operand`.

import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isMissingFile, isSystemError } from '../../system/index.ts';
import { Failure, failWith } from '../failure.ts';
import { readJsonFields } from '../json-file.ts';
import { libraryVersion } from '../process/library-version.ts';
import { printText } from '../terminal/output.ts';
import { domainFinding, operatorNameFinding } from './name-finding.ts';
import { ProjectDirectory } from './project-directory.ts';
import { answerTo } from './question.ts';
import { projectFiles, type TemplateFile } from './template-file.ts';
import { operatorClass } from './template-name.ts';

/** The options of `init`. */
export interface InitOptions {
  /** @default the name of the directory */
  readonly name?: string;
  readonly domain?: string;
}

/**
 * Writes the files of a project that don't exist, and makes the directory a git repository unless it is in one.
 *
 * @throws Failure if a name isn't valid or is missing, or if the directory has other files.
 */
export async function executeInit(directory: string, options: InitOptions): Promise<void> {
  await assertUsable(directory);
  const name = await answerTo(options.name, {
    option: '--name',
    meaning: 'the name of the operator, such as cache-operator',
    fallback: basename(resolve(directory)),
    finding: operatorNameFinding,
  });
  const domain = await answerTo(options.domain, {
    option: '--domain',
    meaning: 'the domain of your organisation for API groups, such as example.com',
    finding: domainFinding,
  });
  await mkdir(directory, { recursive: true }).catch(failWith(`${directory} can't be created: name another directory`));
  const project = new ProjectDirectory(directory);
  const files = await projectFiles({
    'template-operator': name,
    TemplateOperator: operatorClass(name),
    'example.com': domain,
    '^0.1.0': `^${libraryVersion}`,
  });
  // The manifest comes first: by it, the next call recognizes the files of one that was interrupted.
  const rank = ({ path }: TemplateFile) => (path === 'package.json' ? 0 : 1);
  for (const file of files.toSorted((one, other) => rank(one) - rank(other))) await project.createFile(file);
  await initializeRepository(directory);
  printText(nextSteps(directory));
}

/** @throws Failure if the directory has files, and none of an earlier `init`. */
async function assertUsable(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (isMissingFile(error)) return [];
    throw new Failure(`${directory} can't be read: name a directory`, { cause: error });
  });
  const others = names.filter((name) => !/^(?:\.|readme|licen[cs]e|notice)/i.test(name));
  if (others.length === 0 || (await readJsonFields(join(directory, 'package.json')))?.operand !== undefined) return;
  throw new Failure(`${directory} has other files, such as ${others[0] ?? ''}: name a new directory`);
}

async function initializeRepository(directory: string): Promise<void> {
  const git = (...words: string[]) => promisify(execFile)('git', words, { cwd: directory });
  try {
    await git('rev-parse', '--is-inside-work-tree');
    return;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) {
      printText('created no git repository: git is not installed\n');
      return;
    }
  }
  await git('init', '--quiet', '--initial-branch=main').catch(
    failWith(`${directory} can't become a git repository: run \`git init\` in it`),
  );
  printText('created a git repository\n');
}

function nextSteps(directory: string): string {
  const path = relative('', directory);
  const steps = [
    ...(path === '' ? [] : [`cd ${/\s/.test(path) ? JSON.stringify(path) : path}`]),
    'npm install',
    'npx operand create api --group apps --version v1alpha1 --kind Example',
    'npm test',
  ];
  return `\nNext:\n${steps.map((step) => `  ${step}\n`).join('')}`;
}

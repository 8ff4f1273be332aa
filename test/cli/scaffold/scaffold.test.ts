import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import template from '../../../lib/cli/scaffold/template/package.json' with { type: 'json' };
import manifest from '../../../lib/package.json' with { type: 'json' };
import rootManifest from '../../../package.json' with { type: 'json' };

const library = resolve(import.meta.dirname, '../../../lib');
const templateDirectory = join(library, 'cli/scaffold/template');

interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'operand-scaffold-'));
});

afterEach(() => rm(directory, { recursive: true }));

function operand(...words: readonly string[]): Promise<Ending> {
  return operandReading('', ...words);
}

/** Runs a command that reads a text from its standard input. */
function operandReading(input: string, ...words: readonly string[]): Promise<Ending> {
  const { promise, resolve: end } = Promise.withResolvers<Ending>();
  const program = execFile(
    process.execPath,
    [join(library, 'cli/operand.ts'), ...words],
    { cwd: directory },
    (error, stdout, stderr) => {
      end({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    },
  );
  program.stdin?.end(input);
  return promise;
}

/** Runs a command that succeeds, and returns its report. */
async function done(...words: readonly string[]): Promise<string> {
  const { stdout, ...rest } = await operand(...words);
  assert.deepEqual(rest, { code: 0, stderr: '' });
  return stdout;
}

const init = ['init', '.', '--name', 'template-operator', '--domain', 'example.com'];
const createApi = (version: string, ...words: readonly string[]) => [
  ...['create', 'api', '--group', 'group', '--version', version, '--kind', 'Specimen', ...words],
];

/** Returns the files of a directory: path → text. */
async function filesIn(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !/[\\/]\.git(?:[\\/]|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    paths.map(async (path) => [path.slice(root.length + 1), await readFile(path, 'utf8')]),
  );
  return Object.fromEntries(texts.toSorted());
}

const text = (path: string) => readFile(join(directory, path), 'utf8');

describe('operand init', () => {
  it('init creates a project with the name and the domain, in a git repository', async () => {
    const report = await done('init', 'cache', '--domain', 'acme.io');
    assert.match(report, /^created package\.json\n/m);
    assert.match(report, /^ {2}cd cache\n {2}npm install\n/m);
    assert.match(await text('cache/operator.ts'), /^export class CacheOperator extends Operator \{$/m);
    assert.match(await text('cache/release.ts'), /image: `acme\.io\/cache:/);
    const { name, operand: settings, dependencies } = JSON.parse(await text('cache/package.json'));
    assert.deepEqual(
      { name, settings, operand: dependencies.operand },
      {
        name: 'cache',
        settings: { domain: 'acme.io' },
        operand: `^${manifest.version}`,
      },
    );
    assert.match(await text('cache/.git/HEAD'), /refs\/heads\/main/);
  });

  it('init names the class of an operator whose name has several dashes in a row', async () => {
    await done('init', 'cache', '--name', 'big--cache-operator', '--domain', 'acme.io');
    assert.match(await text('cache/operator.ts'), /^export class BigCacheOperator extends Operator \{$/m);
  });

  it('init prints the way to a directory with a space in its name', async () => {
    const report = await done('init', 'my cache', '--name', 'cache', '--domain', 'acme.io');
    assert.match(report, /^ {2}cd "my cache"$/m);
  });

  it('a created project contains no trace of the template’s kind', async () => {
    await done('init', 'cache', '--domain', 'acme.io');
    for (const [path, content] of Object.entries(await filesIn(join(directory, 'cache')))) {
      assert.doesNotMatch(path + content, /specimen|template|example\.com/i, path);
    }
  });

  it('init keeps files that exist', async () => {
    await writeFile(join(directory, 'README.md'), '# Ours\n');
    assert.match(await done(...init), /^kept README\.md, which has other content$/m);
    assert.equal(await text('README.md'), '# Ours\n');
    const before = await filesIn(directory);
    assert.doesNotMatch(await done(...init), /created/);
    assert.deepEqual(await filesIn(directory), before);
  });

  it('init continues in a directory in which it was interrupted', async () => {
    await mkdir(join(directory, '.gitignore'));
    assert.match((await operand(...init)).stderr, /^\.gitignore can't be read/);
    await rm(join(directory, '.gitignore'), { recursive: true });
    assert.match(await done(...init), /^created \.gitignore$/m);
    assert.match(await text('test/operator.test.ts'), /TemplateOperator/);
  });

  it('init refuses a directory with other files, and a file in place of a directory', async () => {
    await writeFile(join(directory, 'notes.txt'), '');
    assert.deepEqual(await operand(...init), {
      code: 2,
      stdout: '',
      stderr: '. has other files, such as notes.txt: name a new directory\n',
    });
    const { stderr } = await operand('init', 'notes.txt', '--name', 'notes', '--domain', 'example.com');
    assert.match(stderr, /^notes\.txt can't be created: name another directory/);
  });

  it('init refuses names that are not valid, and asks no question without a terminal', async () => {
    for (const [words, said] of [
      [['Cache', '--domain', 'acme.io'], /^--name Cache: a name has up to 40 lower-case letters/],
      [['cache', '--domain', 'acme'], /^--domain acme: a domain is one of your organisation/],
      [['cache', '--domain', 'apps.k8s.io'], /^--domain apps\.k8s\.io: the domain belongs to Kubernetes/],
      [['cache'], /^--domain is missing: the domain of your organisation/],
    ] as const) {
      const { code, stderr } = await operand('init', ...words);
      assert.equal(code, 2);
      assert.match(stderr, said);
    }
    assert.deepEqual(await readdir(directory), []);
  });
});

describe('operand create api', () => {
  beforeEach(() => done(...init));

  it('create api writes the code of the tested template', async () => {
    await done(...createApi('v1alpha1', '--webhook', 'mutating', 'validating'));
    await done(...createApi('v1beta1'));
    const { gitignore, ...expected } = await filesIn(templateDirectory);
    const sortedImports = (module = '') => module.split('\n').toSorted();
    const { 'operator.ts': operator, '.gitignore': ignored, ...files } = await filesIn(directory);
    const { 'operator.ts': expectedOperator, ...others } = expected;
    assert.deepEqual(files, others);
    assert.equal(ignored, gitignore);
    assert.deepEqual(sortedImports(operator), sortedImports(expectedOperator));
  });

  it('create api changes nothing the second time', async () => {
    await done(...createApi('v1alpha1', '--webhook', 'validating'));
    const before = await filesIn(directory);
    assert.equal(await done(...createApi('v1alpha1', '--webhook', 'validating')), '');
    assert.deepEqual(await filesIn(directory), before);
    await done(...createApi('v1beta1'));
    const withVersion = await filesIn(directory);
    assert.equal(await done(...createApi('v1alpha1')), '');
    assert.deepEqual(await filesIn(directory), withVersion);
  });

  it('create api keeps edits of the author', async () => {
    await done(...createApi('v1alpha1'));
    const path = join(directory, 'controllers/specimen.ts');
    await writeFile(path, '// Ours.\n');
    assert.equal(await done(...createApi('v1alpha1')), 'kept controllers/specimen.ts, which has other content\n');
    assert.equal(await readFile(path, 'utf8'), '// Ours.\n');
  });

  it('create api copies the fields of the author into a new version', async () => {
    await done(...createApi('v1alpha1'));
    const older = (await text('api/v1alpha1/specimen.ts')).replace('replicas:', 'size:');
    await writeFile(join(directory, 'api/v1alpha1/specimen.ts'), older);
    await done(...createApi('v1'));
    assert.equal(await text('api/v1alpha1/specimen.ts'), older);
    assert.match(await text('api/v1/specimen.ts'), /^ {4}size: z\.int32\(\)/m);
    assert.match(await text('api/index.ts'), /^export \{ Specimen \} from '\.\/v1\/specimen\.ts';$/m);
  });

  it('create api moves the list of older versions into the class of a third version', async () => {
    await done(...createApi('v1alpha1'));
    const first = await text('api/v1alpha1/specimen.ts');
    await done(...createApi('v1beta1'));
    const report = await done(...createApi('v1'));
    assert.equal(report, 'created api/v1/specimen.ts\nchanged api/v1beta1/specimen.ts\nchanged api/index.ts\n');
    assert.equal(await text('api/v1beta1/specimen.ts'), first.replace('v1alpha1', 'v1beta1'));
    const conversion = 'up: (older) => older, down: (newer) => newer }';
    const third = await text('api/v1/specimen.ts');
    assert.ok(
      third.includes(`  versions: [
    { of: SpecimenV1Alpha1, ${conversion},
    { of: SpecimenV1Beta1, ${conversion},
  ],
`),
    );
    await done(...createApi('v2'));
    assert.match(await text('api/v2/specimen.ts'), /SpecimenV1Beta1, .*,\n {4}\{ of: SpecimenV1, .* \},\n {2}\],$/m);
    await writeFile(
      join(directory, 'check.ts'),
      `import { Specimen } from './api/index.ts';
const { version, versions } = Specimen.definition;
console.log(version, ...versions.map(({ of }) => of.definition.version));`,
    );
    await symlink(resolve(library, '../node_modules'), join(directory, 'node_modules'));
    const { stdout } = await promisify(execFile)(process.execPath, [join(directory, 'check.ts')]);
    assert.equal(stdout, 'v2 v1alpha1 v1beta1 v1\n');
    await rm(join(directory, 'node_modules'));
  });

  it('create api writes kinds in CamelCase and file names in kebab-case', async () => {
    await done('create', 'api', '--group', 'web.acme.io', '--version', 'v1', '--kind', 'HTTPRoute');
    assert.match(
      await text('api/v1/http-route.ts'),
      /group: 'web\.acme\.io',\n {2}version: 'v1',\n {2}kind: 'HTTPRoute',/,
    );
    assert.match(await text('operator.ts'), /^ {4}new HTTPRouteController\(this, 'HTTPRoute'\);$/m);
  });

  it('create api names the lines that it can’t place, and adds the others', async () => {
    const path = join(directory, 'operator.ts');
    const edited = (await readFile(path, 'utf8')).replace(
      'super(scope, id, props)',
      'super(\n      scope,\n      id,\n      props,\n    )',
    );
    await writeFile(path, edited);
    const { code, stderr } = await operand(...createApi('v1'));
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^some lines are not added, since their files have another form than the template: add them\noperator\.ts:\n {2}import .*\n {6}new SpecimenController/,
    );
    assert.equal(await readFile(path, 'utf8'), edited);
    assert.match(await text('index.ts'), /SpecimenChildren/);
  });

  it('create api refuses an older version, and a taken or invalid name, with the remedy', async () => {
    await done(...createApi('v1alpha1'));
    await done(...createApi('v1beta1'));
    const before = await filesIn(directory);
    for (const [words, said] of [
      [createApi('v1alpha2'), /^v1alpha2 is older than v1beta1, which is stored: add a newer one\n$/],
      [['create', 'api', '--group', 'other', '--kind', 'Specimen'], /^Specimen is a kind of group\.example\.com here/],
      [
        ['create', 'api', '--group', 'other', '--kind', 'SPECIMEN'],
        /^SPECIMEN would have the files of Specimen, .* specimen\.ts: choose/,
      ],
      [['create', 'api', '--group', 'other', '--kind', 'specimen'], /^--kind specimen: a kind has up to 40 letters/],
      [['create', 'api', '--group', 'other', '--kind', 'Controller'], /^--kind Controller: the code of each kind/],
      [['create', 'api', '--group', 'other', '--kind', 'TemplateOperator'], /^--kind TemplateOperator: .* operator/],
      [['create', 'api', '--group', 'Other', '--kind', 'Box'], /^--group Other: a group is a word in lower case/],
      [createApi('1'), /^--version 1: a version has a form such as v1alpha1/],
      [['create', 'api', '--group', 'other'], /^--kind is missing: the kind, in CamelCase, such as Memcached\n$/],
    ] as const) {
      const { code, stderr } = await operand(...words);
      assert.equal(code, 2);
      assert.match(stderr, said);
    }
    assert.deepEqual(await filesIn(directory), before);
  });

  it('create api refuses to move a list of versions that has an unexpected form', async () => {
    await done(...createApi('v1alpha1'));
    await done(...createApi('v1beta1'));
    const edited = (await text('api/v1beta1/specimen.ts')).replace(/versions: .*/, 'versions,');
    await writeFile(join(directory, 'api/v1beta1/specimen.ts'), edited);
    const { code, stderr } = await operand(...createApi('v1'));
    assert.equal(code, 2);
    assert.match(stderr, /^api\/v1beta1\/specimen\.ts has another form than expected: write `version: 'v1beta1',` and/);
    assert.equal(await text('api/v1beta1/specimen.ts'), edited);
  });

  it('create api fails outside of a project, and names operand init', async () => {
    await mkdir(join(directory, 'empty'));
    await cp(join(directory, 'package.json'), join(directory, 'empty/package.json'));
    directory = join(directory, 'empty');
    const { code, stderr } = await operand(...createApi('v1'));
    directory = resolve(directory, '..');
    assert.deepEqual(
      { code, stderr },
      {
        code: 2,
        stderr: 'there is no project with package.json and operator.ts here: `operand init` creates one\n',
      },
    );
  });
});

describe('operand create api --manifests', () => {
  beforeEach(() => done(...init));

  const guestbook = join(import.meta.dirname, 'guestbook/guestbook.yaml');

  it('create api --manifests writes the modules of a kind, its lines, and its webhooks', async () => {
    const report = await done(...createApi('v1alpha1', '--webhook', 'validating', '--manifests', guestbook));
    assert.deepEqual(
      report.split('\n').map((line) => line.replace(guestbook, 'guestbook.yaml').replace(/,.*/, '')),
      [
        'left out guestbook.yaml: Namespace guestbook',
        'left out guestbook.yaml: Pod guestbook-test-connection',
        ...['api/v1alpha1', 'children', 'controllers'].map((folder) => `created ${folder}/specimen.ts`),
        'created test/specimen.test.ts',
        ...['api/index.ts', 'index.ts', 'operator.ts'].map((path) => `changed ${path}`),
        'created webhooks/specimen-rules.ts',
        'created test/specimen-rules.test.ts',
        'changed operator.ts',
        '',
      ],
    );
    assert.match(await text('children/specimen.ts'), /^export class SpecimenChildren extends Construct \{$/m);
    assert.match(
      await text('test/specimen.test.ts'),
      /new TemplateOperator\(new App\(\), 'template-operator', release\)/,
    );
    const before = await filesIn(directory);
    assert.doesNotMatch(await done(...createApi('v1alpha1', '--manifests', guestbook)), /^(?:created|changed|kept) /m);
    assert.deepEqual(await filesIn(directory), before);
    await done(...createApi('v1beta1'));
    assert.match(
      await text('api/v1beta1/specimen.ts'),
      /^ {2}versions: \[\{ of: SpecimenV1Alpha1, .*\n {2}kind: 'Specimen',/m,
    );
  });

  it('create api --manifests - reads the standard input', async () => {
    const manifest = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: web }\n';
    const { stderr } = await operandReading(manifest, ...createApi('v1', '--manifests', '-'));
    assert.equal(stderr, '');
    assert.match(await text('children/specimen.ts'), /new ApiObject\(this, 'WebServiceAccount', /);
    const before = await filesIn(directory);
    const failed = await operandReading('a: [', ...createApi('v1', '--manifests', '-'));
    assert.equal(failed.code, 2);
    assert.match(failed.stderr, /^the standard input can't be read: /);
    assert.deepEqual(await filesIn(directory), before);
  });

  it('create api --manifests writes nothing for manifests that can’t be children, or for a further version', async () => {
    const before = await filesIn(directory);
    const secret = '{ "apiVersion": "v1", "kind": "Secret", "metadata": { "name": "a" }, "data": { "b": "Yw==" } }';
    const refused = await operandReading(secret, ...createApi('v1alpha1', '--manifests', '-'));
    assert.equal(refused.code, 2);
    assert.match(
      refused.stderr,
      /no file is written:\n {2}the standard input: Secret a: data would be in the source code/,
    );
    assert.deepEqual(await filesIn(directory), before);
    await done(...createApi('v1alpha1'));
    const { code, stderr } = await operand(...createApi('v1', '--manifests', guestbook));
    assert.equal(code, 2);
    assert.equal(
      stderr,
      '--manifests is for a new kind, and Specimen has version v1alpha1: edit children/specimen.ts\n',
    );
  });
});

describe('the template of projects', () => {
  it('the template of projects needs the same versions of packages as this repository', () => {
    const { dependencies, peerDependencies } = manifest;
    const { '@typescript/compiler': compiler, ...development } = rootManifest.devDependencies;
    const known: Record<string, string> = { ...dependencies, ...peerDependencies, ...development };
    known.typescript = compiler.replace('npm:typescript@', '');
    known.operand = `^${manifest.version}`;
    const { 'cdk8s-plus-28': _, ...needed } = { ...template.dependencies, ...template.devDependencies };
    for (const [name, range] of Object.entries(needed)) assert.equal(range, known[name], name);
    assert.equal(template.devEngines.runtime.version, manifest.engines.node);
  });
});

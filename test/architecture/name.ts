import type { Rule } from './source-file.ts';

const banned = /^(utils?|helpers?|common|shared|misc|base|core|types|constants)$/;

/** The managers that exist: the one in the cluster, and the construct that describes it. */
const managers = /^lib\/(runtime|constructs)\/manager(\.ts|\/)/;

/** `operand import` names files after groups, versions and third-party kinds. */
const imported = /^apps\/[^/]+\/imports\//;

/**
 * Files and folders have the name of their main noun in kebab case, and no generic name (except in test/types, which
 * tests types).
 */
export const names: Rule = (files) =>
  files
    .filter(({ path }) => !imported.test(path))
    .flatMap(({ path }) =>
      path
        .replace(/^test\/types\//, '')
        .split('/')
        .map((segment) => segment.replace(/(\.test|\.test-d|\.d|\.config)?\.ts$/, ''))
        .filter((segment) => {
          if (segment === 'manager') return path.startsWith('lib/') && !managers.test(path);
          return banned.test(segment) || !/^\.?[a-z0-9]+(-[a-z0-9]+)*$/.test(segment);
        })
        .map((segment) => `${path}: ${segment} is not a name: use the noun of its content, in kebab case`),
    );

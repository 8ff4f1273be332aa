import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { App } from 'cdk8s';
import type { Command } from 'commander';
import { thrownText } from '../../system/index.ts';
import { Failure } from '../failure.ts';
import { loadedAction } from '../terminal/command-line.ts';

/** Loads the app, for commands that need it. */
export type AppLoader = () => Promise<App>;

/** Adds a command of the app to a program: its options, and a module that is loaded when it runs. */
export type AppCommand = (program: Command, load: AppLoader) => void;

/** Returns the action of a command of the app. @param task - loads its function, which gets the app first. */
export function appAction<Words extends readonly unknown[]>(
  load: AppLoader,
  task: () => Promise<(app: App, ...words: Words) => unknown>,
) {
  return loadedAction(async () => {
    const run = await task();
    const app = await load();
    return (...words: Words) => run(app, ...words);
  });
}

/** Loads a module that exports an App as `app`. @throws Failure if it doesn't. */
export async function loadApp(path: string): Promise<App> {
  let loaded: unknown;
  try {
    loaded = await import(pathToFileURL(resolve(path)).href);
  } catch (cause) {
    throw new Failure(`can't load ${path}: ${thrownText(cause)} (--app)`, { cause });
  }
  const app = typeof loaded === 'object' && loaded !== null && 'app' in loaded ? loaded.app : undefined;
  if (app instanceof App) return app;
  throw new Failure(
    `${path} doesn't export an App as \`app\`: name the module that does, or use \`replay\` of its program`,
  );
}

import type { App } from 'cdk8s';
import type { Command } from 'commander';

/** Loads the app, for commands that need it. */
export type AppLoader = () => Promise<App>;

/** Adds a command of the app to a program: its options, and a module that is loaded when it runs. */
export type AppCommand = (program: Command, load: AppLoader) => void;

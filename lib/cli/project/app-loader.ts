import type { App } from 'cdk8s';

/** Loads the app, for commands that need it. */
export type AppLoader = () => Promise<App>;

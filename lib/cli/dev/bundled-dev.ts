import { Failure } from '../failure.ts';

/** Replaces `dev` in a bundle, which has no sources. @throws Failure always. */
function refuseDev(): never {
  throw new Failure('`dev` runs sources, and this program is a bundle: run `npx operand dev` in the project');
}

export { refuseDev as devCommand };

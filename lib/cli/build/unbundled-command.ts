import { Failure } from '../failure.ts';

/** Replaces commands that need files of a project in a bundle, which has none. @throws Failure always. */
function refuseInBundle(): never {
  throw new Failure(
    'this program is a bundle, without the files that the command needs: run it by `npx operand` in the project',
  );
}

export { refuseInBundle as executeDashboard, refuseInBundle as executeDev };
